import { sql } from 'kysely';
import { dayMs } from '../accrue/interval.ts';
import { costMeasures, shareMeasures } from '../accrue/measures.ts';
import { foldPending } from '../pending/pending-increments.ts';
import { clusterPricesOver } from '../prices/cluster-prices-over.ts';
import { deleteChangedPeriods } from '../roll-up/delete-changed-periods.ts';
import { lockCluster } from '../write/lock-cluster.ts';
import { planForBulk } from '../write/plan-for-bulk.ts';
import { inCluster } from '../write/scope.ts';
import { dayPrices, type StoredItem } from './day-prices.ts';
import { decideHour, splitDay, type HourFate, type PriceStretch } from './day-stretches.ts';
import { withinDay, onDay, type LedgerDay } from './ledger-day.ts';
import { priceDay } from './price-day.ts';

/** Numbers of cluster hours that were repriced with the price books in effect, and that were not. */
export interface RepricedHours {
  hours: number;
  /** Because the quantities of some hour of their day are not stored. */
  skippedHours: number;
  /** Because the prices change within them. */
  changingHours: number;
}

export const noHours: RepricedHours = { hours: 0, skippedHours: 0, changingHours: 0 };

export const addHours = (a: RepricedHours, b: RepricedHours): RepricedHours => ({
  hours: a.hours + b.hours,
  skippedHours: a.skippedHours + b.skippedHours,
  changingHours: a.changingHours + b.changingHours,
});

/**
 * Reprices a cluster's day: every hour with the prices in effect at its start, if they do not
 * change within it and, when repricing for all organizations, do not come from a book of the
 * organization. If the quantities of any hour are missing, nothing is repriced. Snapshots of the
 * cluster wait until the transaction ends.
 */
export async function repriceDay(
  day: LedgerDay,
  { isForAllOnly }: { isForAllOnly: boolean },
): Promise<RepricedHours> {
  await lockCluster(day);
  await foldPending(day);
  await planForBulk(day.tx);
  const { changes } = await clusterPricesOver(day.tx, day, {
    from: day.begins,
    to: day.begins + dayMs - 1,
  });
  const stretches = splitDay(day.begins, changes, { isForAllOnly });
  const { repriced, changing, own } = await readHours(day, stretches);
  const counts = { ...noHours, changingHours: changing.length };
  const isPruned = repriced.length + changing.length + own.length === 0;
  if (isPruned) return { ...counts, skippedHours: await countHours(day) };
  if (repriced.length === 0) return counts;
  if (!(await isStored(day, [...changing, ...own]))) {
    return { ...counts, skippedHours: repriced.length };
  }
  const items = await readItems(day);
  const controlPlane = await readControlPlane(day);
  await priceDay(day, dayPrices(stretches, { items, controlPlane }));
  await deleteChangedPeriods(day, { first: day.begins, last: day.begins });
  return { ...counts, hours: repriced.length };
}

/** Start times of the day's hours in Unix milliseconds, by what happens to them. */
async function readHours(
  day: LedgerDay,
  stretches: readonly PriceStretch[],
): Promise<Record<HourFate, number[]>> {
  const { rows } = await sql<{ hour: Date }>`
    select hour from cluster_hours as bill where ${withinDay(day, 'bill')}`.execute(day.tx);
  const hours: Record<HourFate, number[]> = { repriced: [], changing: [], own: [] };
  for (const { hour } of rows) hours[decideHour(hour.getTime(), stretches)].push(hour.getTime());
  return hours;
}

/** Number of hours that the day has costs of, rounded up, for a day without hourly rows. */
async function countHours(day: LedgerDay): Promise<number> {
  const { rows } = await sql<{ hours: number }>`
    select ceil(seconds / 3600)::integer as hours
    from cluster_days as bill where ${onDay(day, 'bill')}`.execute(day.tx);
  return rows[0]?.hours ?? 0;
}

/**
 * The quantities of owners must match those of nodes: hourly rows of owners may have been pruned
 * for old days.
 */
async function isStored(day: LedgerDay, kept: readonly number[]): Promise<boolean> {
  const given = (table: string) => sql`
    select had.hour, had.priced_item_id, ${sql.join(
      shareMeasures.map((name) => sql`sum(${sql.ref(`had.${name}`)}) as ${sql.id(name)}`),
    )}
    from ${sql.table(table)} as had where ${withinDay(day, 'had')} group by 1, 2
    having sum(${sql.join(
      shareMeasures.map((name) => sql.ref(`had.${name}`)),
      sql` + `,
    )}) > 0`;
  const { rows } = await sql<{ is_stored: boolean }>`
    select coalesce(bool_and(bill.repriceable_seconds = bill.seconds), true) and not exists (
        ((${given('quantity_hours')}) except (${given('node_quantity_hours')}))
        union all
        ((${given('node_quantity_hours')}) except (${given('quantity_hours')}))
      ) as is_stored
    from cluster_hours as bill where ${withinDay(day, 'bill')}`.execute(day.tx);
  return rows[0]?.is_stored === true && (kept.length === 0 || (await areOwnersStored(day, kept)));
}

/** Days are sums: for hours that are not repriced, the owners' rows must match those of the cluster. */
async function areOwnersStored(day: LedgerDay, hours: readonly number[]): Promise<boolean> {
  const cost = sql.join(
    costMeasures.map((name) => sql`coalesce(${sql.id(name)}, 0)`),
    sql` + `,
  );
  const times = sql.join(hours.map((hour) => sql`${new Date(hour).toISOString()}::timestamptz`));
  const { rows } = await sql<{ are_stored: boolean }>`
    select coalesce(bool_and(${cost} = (
        select coalesce(sum(${cost}), 0) from workload_hours as spent
        where ${withinDay(day, 'spent')} and spent.hour = bill.hour
      )), true) as are_stored
    from cluster_hours as bill
    where ${withinDay(day, 'bill')} and bill.hour in (${times})`.execute(day.tx);
  return rows[0]?.are_stored === true;
}

async function readItems(day: LedgerDay): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    select item.id, item.kind, item.provider, item.region, item.instance_type, item.is_spot,
      item.operating_system, item.gpu_model, item.cpu_total_cores, item.cpu_allocatable_cores,
      item.memory_total_bytes, item.memory_allocatable_bytes, item.gpu_total,
      item.gpu_allocatable, item.storage_class, item.volume_bytes
    from priced_items as item
    where ${inCluster(day, 'item')} and item.id in (
      select priced_item_id from quantity_hours as had where ${withinDay(day, 'had')}
      union select priced_item_id from node_quantity_hours as had where ${withinDay(day, 'had')}
    )
    order by item.id`.execute(day.tx);
  return rows;
}

/** The facts of the cluster on the day. */
async function readControlPlane(day: LedgerDay): Promise<{ provider: string; service: string }> {
  const { rows } = await sql<{ provider: string; service: string }>`
    select provider, service from cluster_days as bill where ${onDay(day, 'bill')}`.execute(day.tx);
  return rows[0] ?? { provider: '', service: '' };
}
