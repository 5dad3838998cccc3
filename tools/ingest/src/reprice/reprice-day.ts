import { sql } from 'kysely';
import { day_ms } from '../accrue/interval.ts';
import { shareMeasures } from '../accrue/measures.ts';
import { clusterPricesOver } from '../prices/cluster-prices-over.ts';
import { lockCluster } from '../write/lock-cluster.ts';
import { inCluster } from '../write/scope.ts';
import { dayPrices, type StoredItem } from './day-prices.ts';
import { inHoursOf, onDay, type LedgerDay } from './ledger-day.ts';
import { priceDay } from './price-day.ts';

/** How many hours of the day have got the costs of the price books in force, and how many could not. */
export interface RepricedHours {
  hours: number;
  skippedHours: number;
}

/**
 * Prices a cluster's day anew, all of it or, where the quantities of any of its hours are not
 * stored, nothing. Snapshots of the cluster wait until the transaction ends.
 */
export async function repriceDay(day: LedgerDay): Promise<RepricedHours> {
  await lockCluster(day);
  // The statistics know nothing of the parts of a statement.
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(day.tx);
  const { hours, isRepriceable } = await findHours(day);
  if (!isRepriceable) return { hours: 0, skippedHours: hours };
  const timeline = await clusterPricesOver(day.tx, day, {
    from: day.begins,
    to: day.begins + day_ms - 1,
  });
  const items = await readItems(day);
  const controlPlane = await readControlPlane(day);
  await priceDay(day, dayPrices(day.begins, timeline, { items, controlPlane }));
  return { hours, skippedHours: 0 };
}

/** Owners must have stored what nodes have given: of old days the hours of owners may be gone. */
async function findHours(day: LedgerDay): Promise<{ hours: number; isRepriceable: boolean }> {
  const given = (table: string) => sql`
    select had.hour, had.priced_item_id, ${sql.join(
      shareMeasures.map((name) => sql`sum(${sql.ref(`had.${name}`)}) as ${sql.id(name)}`),
    )}
    from ${sql.table(table)} as had where ${inHoursOf(day, 'had')} group by 1, 2
    having sum(${sql.join(
      shareMeasures.map((name) => sql.ref(`had.${name}`)),
      sql` + `,
    )}) > 0`;
  const { rows } = await sql<{ hours: number; are_stored: boolean; are_whole: boolean }>`
    select count(*)::integer as hours,
      coalesce(bool_and(bill.repriceable_seconds = bill.seconds), true) as are_stored,
      not exists (
        ((${given('quantity_hours')}) except (${given('node_quantity_hours')}))
        union all
        ((${given('node_quantity_hours')}) except (${given('quantity_hours')}))
      ) as are_whole
    from cluster_hours as bill where ${inHoursOf(day, 'bill')}`.execute(day.tx);
  const [found] = rows;
  return {
    hours: found?.hours ?? 0,
    isRepriceable: found !== undefined && found.are_stored && found.are_whole,
  };
}

async function readItems(day: LedgerDay): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    select item.id, item.kind, item.provider, item.region, item.instance_type, item.is_spot,
      item.operating_system, item.gpu_model, item.cpu_total_cores, item.cpu_allocatable_cores,
      item.memory_total_bytes, item.memory_allocatable_bytes, item.gpu_total,
      item.gpu_allocatable, item.storage_class, item.volume_bytes
    from priced_items as item
    where ${inCluster(day, 'item')} and item.id in (
      select priced_item_id from quantity_hours as had where ${inHoursOf(day, 'had')}
      union select priced_item_id from node_quantity_hours as had where ${inHoursOf(day, 'had')}
    )
    order by item.id`.execute(day.tx);
  return rows;
}

/** What the cluster was on the day. */
async function readControlPlane(day: LedgerDay): Promise<{ provider: string; service: string }> {
  const { rows } = await sql<{ provider: string; service: string }>`
    select provider, service from cluster_days as bill where ${onDay(day, 'bill')}`.execute(day.tx);
  return rows[0] ?? { provider: '', service: '' };
}
