import { sql, type RawBuilder } from 'kysely';
import { computeMeasures, costMeasures } from '../accrue/measures.ts';
import { keepsHours, type DayPrices } from './day-prices.ts';
import { withinDay, onDay, type LedgerDay } from './ledger-day.ts';
import { dividePiece } from './divide-piece.ts';
import { costsOfShares } from './priced-hours.ts';
import { sameCost } from './same-cost.ts';

/**
 * Parts of the repricing statement (see price-day.ts): the costs of containers. Their shares are
 * only stored by day. If prices change within it, each owner's cost of the day is divided among its
 * containers: as before if the cost is unchanged, otherwise by their costs at the average price of
 * the machine over the time that the cluster had it.
 */
export const containersOfDay = (day: LedgerDay, prices: DayPrices): RawBuilder<unknown>[] => [
  sql`day_price as materialized (${isOneBook(prices) ? onlyPrices : averagePrices(day)})`,
  sql`container as materialized (${weightsOfContainers(day, prices)})`,
  sql`new_container as materialized (
    select pod_uid, container_name, workload_uid, description_id, priced_item_id,
      ${sql.join([
        ...computeMeasures.map(
          (name) => sql`trim_scale(${isOneBook(prices) ? sql.id(name) : divided(name)})
            as ${sql.id(name)}`,
        ),
        sql`${managementShare} as management_cost_seconds`,
      ])}
    from (${positions(prices)}) as container)`,
  sql`changed_container_days as (
    update container_days as old set
      ${sql.join(
        [...computeMeasures, 'management_cost_seconds'].map(
          (name) => sql`${sql.id(name)} = ${sql.ref(`new_container.${name}`)}`,
        ),
      )}
    from new_container
    where ${onDay(day, 'old')} and new_container.pod_uid = old.pod_uid
      and new_container.container_name = old.container_name
      and new_container.workload_uid = old.workload_uid
      and new_container.description_id = old.description_id
      and new_container.priced_item_id = old.priced_item_id)`,
];

const isOneBook = ({ fees }: DayPrices) => fees.length === 1;

const pricedColumns = ['cpu', 'memory', 'gpu'] as const;

const usableShares = sql`min(cpu_usable) as cpu_usable, min(memory_usable) as memory_usable,
    min(gpu_usable) as gpu_usable`;

/** Exact, because it involves no division. */
const onlyPrices = sql`
  select item, ${usableShares},
    ${sql.join(pricedColumns.map((name) => sql`min(${sql.id(name)}) as ${sql.id(name)}`))}
  from price where kind = 'node' group by item`;

const averageOver = (name: string) => sql`coalesce(
  sum(${sql.id(name)} * spent) / nullif(sum(spent) filter (where ${sql.id(name)} is not null), 0),
  avg(${sql.id(name)})) as ${sql.id(name)}`;

/** The weight of a price is the time that was accounted for while it applied. */
const averagePrices = (day: LedgerDay) => sql`
  select item, ${usableShares}, ${sql.join(pricedColumns.map(averageOver))}
  from (
    select price.*, had.seconds * part.seconds / bill.seconds as spent
    from every_price as price
    left join (
      select priced_item_id, hour, sum(seconds) as seconds
      from node_quantity_hours as had where ${withinDay(day, 'had')} group by 1, 2
    ) as had on had.priced_item_id = price.item
      and had.hour + interval '1 hour' > price.begins and had.hour < price.ends
    left join (select * from cluster_hours as bill where ${withinDay(day, 'bill')}) as bill
      on bill.hour = had.hour
    left join lateral (
      select sum(extract(epoch from upper(span) - lower(span))) as seconds
      from unnest(bill.covered * tstzmultirange(tstzrange(price.begins, price.ends))) as span
    ) as part on true
    where price.kind = 'node'
  ) as timed
  group by item`;

const costsOfContainers = (day: LedgerDay) => sql`
  select had.pod_uid, had.container_name, had.workload_uid, had.description_id,
    had.priced_item_id,
    ${sql.join(
      computeMeasures.map(
        (name) => sql`${costsOfShares[name]} as ${sql.id(name)},
          ${sql.ref(`had.${name}`)} as ${sql.id(`${name}_was`)}`,
      ),
    )},
    had.management_cost_seconds as management_cost_seconds_was,
    price.cpu * had.cpu_direct_share_seconds + price.memory * had.memory_direct_share_seconds
      + price.gpu * had.gpu_direct_share_seconds as direct
  from container_days as had join day_price as price on price.item = had.priced_item_id
  where ${onDay(day, 'had')}`;

/**
 * Weights by which an owner's cost is divided among its containers: their recorded costs if the
 * owner's cost is unchanged, otherwise their new costs; recorded costs also if some hours are not
 * repriced and the current prices do not determine the cost.
 */
const weightsOfContainers = (day: LedgerDay, prices: DayPrices) => sql`
  select priced.pod_uid, priced.container_name, priced.workload_uid, priced.description_id,
    priced.priced_item_id,
    ${sql.join([
      ...computeMeasures.map((name) => {
        const [now, was] = [sql.ref(`priced.${name}`), sql.ref(`priced.${name}_was`)];
        if (isOneBook(prices)) return now;
        const isUnknown = sql`sum(${was}) over owner > 0 and (coalesce(sum(${now}) over owner, 0) = 0
          or bool_or(${now} is null and ${was} is not null) over owner)`;
        return sql`case when ${isSame(name)} ${keepsHours(prices) ? sql`or ${isUnknown}` : sql``}
          then ${was} else ${now} end as ${sql.id(name)}`;
      }),
      sql`case when ${areAllSame} then priced.management_cost_seconds_was else priced.direct end
        as direct`,
      sql`case when ${areAllSame} then owner_day.management_cost_seconds end as all_direct`,
    ])}
  from (${costsOfContainers(day)}) as priced
  join owner_day on owner_day.workload_uid = priced.workload_uid
    and owner_day.description_id = priced.description_id
  join workload_days as owner_was
    on ${onDay(day, 'owner_was')} and owner_was.workload_uid = priced.workload_uid
      and owner_was.description_id = priced.description_id
  window owner as (partition by priced.workload_uid, priced.description_id)`;

/** Whether a cost of the owner is unchanged. */
const isSame = (name: string) =>
  sameCost(sql.ref(`owner_day.${name}`), sql.ref(`owner_was.${name}`));
const areAllSame = sql.join(costMeasures.map(isSame), sql` and `);

const inOrder = sql`over (
  partition by container.workload_uid, container.description_id
  order by pod_uid, container_name, priced_item_id)`;
const overOwner = sql`over (partition by container.workload_uid, container.description_id)`;

/**
 * Each container with the position where it ends, and the total of its owner, when all are placed
 * in a row.
 */
function positions(prices: DayPrices): RawBuilder<unknown> {
  const measures = isOneBook(prices) ? [] : computeMeasures;
  return sql`
    select container.*, owner_day.management_cost_seconds as given_fee,
      sum(direct) ${inOrder} as direct_upto,
      coalesce(all_direct,
        coalesce(sum(direct) ${overOwner}, 0) + coalesce(owner_day.storage_cost_seconds, 0)
      ) as direct_whole
      ${sql.join(
        measures.map((name) => {
          const of = (suffix: string) => sql.id(`${name}_${suffix}`);
          return sql`, ${sql.ref(`owner_day.${name}`)} as ${of('given')},
            sum(${sql.ref(`container.${name}`)}) ${inOrder} as ${of('upto')},
            sum(${sql.ref(`container.${name}`)}) ${overOwner} as ${of('whole')}`;
        }),
        sql``,
      )}
    from container join owner_day on owner_day.workload_uid = container.workload_uid
      and owner_day.description_id = container.description_id`;
}

/** As many decimal places as any cost in the ledger. */
const wholeScale = sql.lit(40);
const feeScale = sql.lit(15);

const divided = (name: string) =>
  dividePiece(
    sql.id(`${name}_given`),
    { part: sql.id(name), upto: sql.id(`${name}_upto`), all: sql.id(`${name}_whole`) },
    wholeScale,
  );

const managementShare = dividePiece(
  sql.id('given_fee'),
  { part: sql.id('direct'), upto: sql.id('direct_upto'), all: sql.id('direct_whole') },
  feeScale,
);
