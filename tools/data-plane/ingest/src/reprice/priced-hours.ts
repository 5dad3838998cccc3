import { sql, type RawBuilder } from 'kysely';
import { computeMeasures } from '../accrue/measures.ts';
import { type DayPrices } from './day-prices.ts';
import { withinDay, type LedgerDay } from './ledger-day.ts';
import { dividePiece } from './divide-piece.ts';
import { sameCost } from './same-cost.ts';

/**
 * Parts of the repricing statement (see price-day.ts): the costs of hours. A cost is a price ×
 * shares × seconds, which is never rounded, so that sums of shares and sums of costs agree.
 */
export const pricedHours = (day: LedgerDay, prices: DayPrices): RawBuilder<unknown>[] => [
  sql`every_price as materialized (${readPrices(prices)})`,
  sql`price as materialized (select * from every_price where is_repriced)`,
  sql`fee as materialized (${feesOfHours(day, prices)})`,
  sql`owned as materialized (${ownedInHours(day)})`,
  sql`given as materialized (${feesGiven(day)})`,
  sql`priced_namespaces as materialized (${givenTo(sql`namespace, hour`)})`,
  sql`priced_clusters as materialized (${givenTo(sql`hour`)})`,
  sql`priced_nodes as materialized (${nodesInHours(day)})`,
  sql`node_totals as materialized (${allNodesInHours})`,
];

/** Decimal places of a share of the control plane fee in the ledger. */
const feeScale = sql.lit(15);

const readPrices = ({ items }: DayPrices) => sql`
  select * from json_to_recordset(${JSON.stringify(items)}::json) as (
    item bigint, begins timestamptz, ends timestamptz, is_repriced boolean, kind text, source text,
    cpu numeric, memory numeric, gpu numeric, on_demand numeric,
    cpu_usable numeric, memory_usable numeric, gpu_usable numeric, volume numeric
  )`;

/** Only the hours that are repriced. */
const feesOfHours = (day: LedgerDay, { fees }: DayPrices) => sql`
  select bill.hour, tariff.fee * bill.seconds as fee,
    tariff.fee * bill.seconds is not distinct from
      bill.management_cost_seconds + bill.unallocated_management_cost_seconds as is_same_fee
  from cluster_hours as bill
  join json_to_recordset(${JSON.stringify(fees)}::json) as tariff (
    begins timestamptz, ends timestamptz, is_repriced boolean, fee numeric
  ) on tariff.is_repriced and bill.hour >= tariff.begins and bill.hour < tariff.ends
  where ${withinDay(day, 'bill')}`;

const atItsPrice = sql`
  price.item = had.priced_item_id and had.hour >= price.begins and had.hour < price.ends`;

const resources = ['cpu', 'memory', 'gpu'] as const;

/** Sums over all resources, from the columns of a row `had` with shares and its `price`. */
function overResources(
  costOf: (price: string, direct: string, loaded: string, usable: string) => string,
): RawBuilder<unknown> {
  const terms = resources.map((name) =>
    costOf(
      `price.${name}`,
      `had.${name}_direct_share_seconds`,
      `had.${name}_loaded_share_seconds`,
      `price.${name}_usable`,
    ),
  );
  return sql.raw(terms.join(' + '));
}

/** Costs of shares, by the names of measures. */
export const costsOfShares: Record<(typeof computeMeasures)[number], RawBuilder<unknown>> = {
  cpu_cost_seconds: sql`price.cpu * had.cpu_direct_share_seconds`,
  memory_cost_seconds: sql`price.memory * had.memory_direct_share_seconds`,
  gpu_cost_seconds: sql`price.gpu * had.gpu_direct_share_seconds`,
  idle_cost_seconds: overResources(
    (price, direct, loaded, usable) => `${price} * (${loaded} * ${usable} - ${direct})`,
  ),
  overhead_cost_seconds: overResources(
    (price, _, loaded, usable) => `${price} * ${loaded} * (1 - ${usable})`,
  ),
};

const sumsOfCosts = sql.join(
  computeMeasures.map((name) => sql`sum(${costsOfShares[name]}) as ${sql.id(name)}`),
);

/** Costs of each owner in each hour; null if no price is known. */
const ownedInHours = (day: LedgerDay) => sql`
  select had.owner_uid, had.description_id, had.hour, ${sumsOfCosts},
    sum(price.volume * had.volume_seconds) as storage_cost_seconds,
    bool_or(price.kind = 'node') as has_compute, bool_or(price.kind = 'volume') as has_storage,
    bool_or(price.kind = 'volume' and price.volume is null) as is_storage_partial
  from quantity_hours as had join price on ${atItsPrice}
  where ${withinDay(day, 'had')}
  group by had.owner_uid, had.description_id, had.hour`;

const directCost = (row: string) =>
  sql.raw(`(coalesce(${row}.cpu_cost_seconds + ${row}.memory_cost_seconds + ${row}.gpu_cost_seconds, 0)
    + coalesce(${row}.storage_cost_seconds, 0))`);

/** Null if no price is known. */
const directPrice = sql`coalesce(owned.cpu_cost_seconds, owned.storage_cost_seconds)`;

const feeShare = dividePiece(
  sql`fee`,
  { part: sql`weight`, upto: sql`upto`, all: sql`whole` },
  feeScale,
);

/** Whether an owner's cost of an hour is unchanged, and the owners of the fee are known. */
const isAsBefore = sql`coalesce(
  ${sameCost(directCost('owned'), directCost('was'))}
    and (was.management_cost_seconds is null) = (${directPrice} is null), false)`;

/**
 * The same with shares of the control plane fee: the recorded shares if the whole hour is
 * unchanged, otherwise in proportion to the direct costs of the hour.
 */
const feesGiven = (day: LedgerDay) => sql`
  select *, case when not is_priced then null when stays then fee_was else ${feeShare} end
      as management_cost_seconds
  from (
    select *, sum(weight) over (partition by hour order by owner_uid, description_id) as upto,
      sum(weight) over (partition by hour) as whole,
      bool_and(is_same) over (partition by hour) as stays
    from (
      select owned.*, fee.fee, owner.namespace, ${directCost('owned')} as weight,
        ${directPrice} is not null as is_priced, was.management_cost_seconds as fee_was,
        fee.is_same_fee and ${isAsBefore} as is_same
      from owned
      join fee on fee.hour = owned.hour
      left join (select * from workload_hours as spent where ${withinDay(day, 'spent')}) as was
        on was.workload_uid = owned.owner_uid and was.description_id = owned.description_id
          and was.hour = owned.hour
      join owner_descriptions as owner
        on owner.organization_id = ${day.organizationId}::uuid and owner.id = owned.description_id
    ) as weighed
  ) as shared`;

const ownerCosts = [...computeMeasures, 'storage_cost_seconds', 'management_cost_seconds'] as const;

const givenTo = (keys: RawBuilder<unknown>) => sql`
  select ${keys},
    ${sql.join(ownerCosts.map((name) => sql`sum(${sql.id(name)}) as ${sql.id(name)}`))},
    bool_or(has_compute) as has_compute, bool_or(has_storage) as has_storage,
    bool_or(is_storage_partial) as is_storage_partial
  from given group by ${keys}`;

const nodesInHours = (day: LedgerDay) => sql`
  select had.node_uid, had.hour, ${sumsOfCosts},
    sum(${overResources((price, _, loaded) => `${price} * (had.seconds - ${loaded})`)})
      as unallocated_cost_seconds,
    sum(price.on_demand * had.seconds) filter (where price.cpu is not null)
      as on_demand_cost_seconds,
    bool_or(price.cpu is null) as is_partial,
    bool_or(price.cpu is not null and price.on_demand is null) as lacks_on_demand
  from node_quantity_hours as had join price on ${atItsPrice}
  where ${withinDay(day, 'had')}
  group by had.node_uid, had.hour`;

const allNodesInHours = sql`
  select hour, sum(unallocated_cost_seconds) as unallocated_cost_seconds,
    case when not bool_or(lacks_on_demand) then sum(on_demand_cost_seconds) end
      as on_demand_cost_seconds,
    bool_or(is_partial) as is_partial
  from priced_nodes group by hour`;
