import { sql } from 'kysely';
import { moneyScale, quantityScale, zeroOfQuotients } from '../columns/column.ts';

/**
 * Length of a piece on the line of its origin charge, computed as the difference of its rounded
 * ends: the pieces of a line therefore always add up to the rounded total, regardless of their
 * number and grouping.
 */
const length = (start: string, amount: string, unit: string) =>
  sql.raw(
    `round((${start} + ${amount}) / ${unit}, ${moneyScale}) - round(${start} / ${unit}, ${moneyScale})`,
  );

const secondsOfAnHour = '3600';
const costUnit = `(${secondsOfAnHour} + ${zeroOfQuotients})`;
const whole = [
  'coalesce(owner.direct_start, origin.part_start)',
  'coalesce(owner.direct, origin.part_length)',
] as const;
const share = (piece: string) => length(`owner.${piece}_start`, `owner.${piece}`, 'origin.total');
const shareIfAny = (piece: string) =>
  sql`case when owner.${sql.ref(piece)} > 0 then ${share(piece)} end`;

/** Costs in currency, and shares of the origin charge, for an `owner` or for a part without owners. */
export const pieceFigures = sql`
  ${length(...whole, costUnit)} as direct_cost,
  ${length('owner.idle_start', 'owner.idle', costUnit)} as idle_cost,
  case when origin.component is not null then ${length(...whole, 'origin.total')} end as whole_share,
  ${shareIfAny('cpu')} as cpu_share,
  ${shareIfAny('memory')} as memory_share,
  ${shareIfAny('gpu')} as gpu_share,
  ${shareIfAny('idle')} as idle_share`;

const secondsOfAnHourInGibibytes = String(3600 * 1024 ** 3);
const hours = (seconds: string, unit: string) =>
  sql.raw(`round(piece.${seconds} / ${unit}, ${quantityScale})`);
const coreHours = (seconds: string) => hours(seconds, secondsOfAnHour);
const gibibyteHours = (byteSeconds: string) => hours(byteSeconds, secondsOfAnHourInGibibytes);

const element = (share: string, component: string, quantity = sql`''`) => sql`
  case when ${sql.ref(share)} is not null then
    '{"AllocatedRatio":' || trim_scale(${sql.ref(share)})::text || ${quantity}
      || ${sql.lit(`,"x_Component":"${component}"}`)} end`;
const measured = (unit: string, quantity: ReturnType<typeof sql>) => sql`
  ${sql.lit(`,"UsageUnit":"${unit}","UsageQuantity":`)} || trim_scale(${quantity})::text`;

const details = sql`'{"Elements":[' || case
  when piece.component is null then concat_ws(',',
    ${element('piece.cpu_share', 'compute.cpu', measured('Core-Hours', coreHours('charged_core_seconds')))},
    ${element('piece.memory_share', 'compute.ram', measured('GiB-Hours', gibibyteHours('charged_byte_seconds')))},
    ${element('piece.gpu_share', 'compute.gpu', measured('GPU-Hours', coreHours('gpu_seconds')))},
    ${element('piece.idle_share', 'idle')})
  else '{"AllocatedRatio":' || trim_scale(piece.whole_share)::text || ',"x_Component":"' || piece.component || '"}'
  end || ']}'`;

const isOwner = sql`piece.state = 'Allocated'`;

/** The fields that the columns use, computed from a row `piece` with the `pieceFigures`. */
export const chargeFigures = sql`
  piece.direct_cost + coalesce(piece.idle_cost, 0) as cost,
  coalesce(piece.whole_share,
    coalesce(piece.cpu_share, 0) + coalesce(piece.memory_share, 0)
      + coalesce(piece.gpu_share, 0) + coalesce(piece.idle_share, 0)) as share,
  ${details} as details,
  case when ${isOwner} then piece.direct_cost end as own_direct_cost,
  case when ${isOwner} then round(coalesce(piece.idle_cost, 0), ${sql.lit(moneyScale)}) end
    as own_idle_cost,
  case when piece.gpu_seconds > 0 then ${coreHours('gpu_seconds')} end as gpu_hours,
  ${coreHours('requested_core_seconds')} as core_hours_requested,
  ${coreHours('used_core_seconds')} as core_hours_used,
  ${gibibyteHours('requested_byte_seconds')} as gibibyte_hours_requested,
  ${gibibyteHours('used_byte_seconds')} as gibibyte_hours_used`;
