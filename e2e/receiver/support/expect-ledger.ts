import { expect } from 'chai';
import { type Database } from '../../support/database.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ReportingCluster } from './fleet.ts';

/** Asks a database. */
export type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export const makeQuery =
  (database: Database): Query =>
  (text, values) =>
    database.sql(text, values);

/** Waits until what was reported is in the hours and days of the ledger. */
export async function untilFolded(query: Query): Promise<void> {
  const countPending = async () => {
    const rows = await query<{ count: number }>(
      'select count(*)::integer as count from pending_increments',
    );
    return rows[0]?.count;
  };
  while ((await countPending()) !== 0) await sleep(50);
}

const longestGapSeconds = 180;

const compute = ['cpu', 'memory', 'gpu', 'idle', 'overhead'].map((name) => `${name}_cost_seconds`);
const ofOwners = [...compute, 'storage_cost_seconds', 'management_cost_seconds'];
const unallocated = ['compute', 'storage', 'management'].map(
  (name) => `unallocated_${name}_cost_seconds`,
);
const total = (columns: readonly string[]) =>
  columns.map((column) => `coalesce(${column}, 0)`).join(' + ');

/**
 * The invariant of the ledger, per cluster and hour: what owners are given and what nobody could be
 * is what the nodes, the volumes and the control plane cost in its seconds. All at prices that stay.
 */
export async function expectInvariant(query: Query): Promise<void> {
  const hours = await query<Record<string, string>>(`
    select bill.cluster_id, bill.hour, bill.seconds,
      owners.cost + ${total(unallocated)} as given,
      nodes.cost + bill.seconds * (state.storage_pv_hourly + state.management_hourly) as owed,
      namespaces.cost - owners.cost as between_levels
    from cluster_hours as bill join clusters as state on state.id = bill.cluster_id,
      lateral (select sum(${total(ofOwners)}) as cost from workload_hours as owner
        where owner.cluster_id = bill.cluster_id and owner.hour = bill.hour) as owners,
      lateral (select sum(${total(ofOwners)}) as cost from namespace_hours as namespace
        where namespace.cluster_id = bill.cluster_id
          and namespace.hour = bill.hour) as namespaces,
      lateral (select sum(${total([...compute, 'unallocated_cost_seconds'])}) as cost
        from node_hours as node
        where node.cluster_id = bill.cluster_id and node.hour = bill.hour) as nodes`);
  expect(hours.length, 'hours').to.be.greaterThan(0);
  for (const { cluster_id, hour, given, owed, between_levels } of hours) {
    const place = `${cluster_id} ${String(hour)}`;
    expect(Number(given), place).to.be.greaterThan(0);
    expect(toPlain(given), place).to.equal(toPlain(owed));
    expect(toPlain(between_levels), place).to.equal('0');
  }
}

/** Every interval between stored snapshots is accounted for once, and every 200 was meant. */
export async function expectStored(
  query: Query,
  clusters: readonly ReportingCluster[],
): Promise<void> {
  for (const { id, stored, dropped } of clusters) {
    const rows = await query<{ snapshot_id: string; taken_at: Date }>(
      'select snapshot_id, taken_at from snapshots where cluster_id = $1 order by taken_at',
      [id],
    );
    const ids = rows.map(({ snapshot_id }) => snapshot_id);
    expect(ids).to.include.members(stored.map(({ snapshot_id }) => snapshot_id));
    const sent = [...stored, ...dropped].map(({ snapshot_id }) => snapshot_id);
    expect(sent).to.include.members(ids);
    const [bill] = await query<{ seconds: string | null }>(
      'select sum(seconds) as seconds from cluster_hours where cluster_id = $1',
      [id],
    );
    expect(Number(bill!.seconds ?? 0), id).to.equal(accountedSeconds(rows));
  }
}

/** The time between the snapshots; of a longer silence than three minutes its last three. */
function accountedSeconds(rows: readonly { readonly taken_at: Date }[]): number {
  const times = rows.map(({ taken_at }) => taken_at.getTime() / 1000);
  return times
    .slice(1)
    .map((time, index) => Math.min(time - times[index]!, longestGapSeconds))
    .reduce((sum, seconds) => sum + seconds, 0);
}

/** A decimal without zeros at its end. */
const toPlain = (text: string | undefined) =>
  String(text).includes('.') ? String(text).replace(/\.?0+$/, '') : String(text);
