import { type ClusterPrices } from '@costplane/pricing';
import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely, type Transaction } from 'kysely';
import { accountedInterval, type Interval } from './accrue/interval.ts';
import { accrueAtPrices } from './accrue/accrue-at-prices.ts';
import { describeAccounted, describeSnapshot } from './describe/snapshot.ts';
import { frozenKinds } from './frozen-kinds.ts';
import { clusterPricesOver } from './prices/cluster-prices-over.ts';
import { appendPending, foldPending } from './pending/pending-increments.ts';
import { type Snapshot } from './snapshot-schema.ts';
import { UnknownClusterError } from './unknown-cluster-error.ts';
import { writeKills } from './usage/write-kills.ts';
import { writeUsage } from './usage/write-usage.ts';
import { aggregateState } from './write/aggregate.ts';
import {
  areMonthsPrepared,
  prepareMonths,
  retryWithoutMonth,
} from './write/ledger/prepare-months.ts';
import { describeIncrements } from './write/ledger/write-increments.ts';
import { writeRows } from './write/ledger/write-rows.ts';
import { lockCluster } from './write/lock-cluster.ts';
import { markGone } from './write/mark-gone.ts';
import { mirrorTeams } from './write/mirror-teams.ts';
import { readStoredState } from './write/read-stored-state.ts';
import { planForBulk } from './write/plan-for-bulk.ts';
import { retryDeadlocked } from './write/retry-deadlocked.ts';
import { inCluster, type Scope } from './write/scope.ts';
import { writeState } from './write/write-state.ts';
import { writeUnlistedPrices } from './write/write-unlisted-prices.ts';

export interface IngestResult {
  snapshot_id: string;
  cluster_id: string;
  /**
   * `applied`, or the reason why nothing changed: `duplicate`, this snapshot was applied before;
   * `older`, the stored state is as new or newer.
   */
  status: 'applied' | 'duplicate' | 'older';
  /** Number of objects in the snapshot. */
  nodes: number;
  pods: number;
  workloads: number;
}

export interface IngestOptions {
  organizationId: string;
  cluster: { id: string };
  snapshot: Snapshot;
  /** Key of the label with the team of a namespace or workload; default: `team`. */
  teamLabel?: string | undefined;
  /** Key of the label with the department; default: `department`. */
  departmentLabel?: string | undefined;
  /**
   * How long the ledger may lag behind the state, until `foldCluster` is called; 0, the default: no
   * lag. Increments that are pending for twice as long are folded with the next snapshot.
   */
  foldWithinMs?: number | undefined;
}

/**
 * Applies a snapshot to the state of its cluster, with prices, and adds the cost of the time since
 * the previous one to the ledger, in one transaction. Sending it again changes nothing. Snapshots
 * of one cluster are applied one at a time.
 *
 * @throws {UnknownClusterError} if the organization has no such cluster, or it is disconnected
 */
export async function ingestSnapshot(
  db: Kysely<Warehouse>,
  {
    organizationId,
    cluster,
    snapshot,
    teamLabel = 'team',
    departmentLabel = 'department',
    foldWithinMs = 0,
  }: IngestOptions,
): Promise<IngestResult> {
  const ingestInTransaction = async (
    tx: Transaction<Warehouse>,
  ): Promise<IngestResult | { unprepared: Interval }> => {
    const takenAt = new Date(snapshot.timestamp).toISOString();
    const scope: Scope = { tx, organizationId, clusterId: cluster.id, takenAt };
    const { status, lastSeenAt, ...pending } = await admit(scope, snapshot, foldWithinMs);
    const interval = accountedInterval(lastSeenAt, snapshot.timestamp);
    if (interval && !areMonthsPrepared(db, interval)) return { unprepared: interval };
    const stored = await readStoredState(scope, snapshot);
    const now = snapshot.timestamp;
    const timeline = await clusterPricesOver(tx, scope, interval ?? { from: now, to: now });
    const prices = timeline.at(now);
    const described = describeSnapshot(snapshot, cluster.id, prices, stored);
    if (status === 'applied') {
      const frozen = frozenKinds(snapshot);
      const state = await writeState(scope, described, frozen);
      await markGone(scope, state, frozen);
      await writeUnlistedPrices(scope, described.unlisted);
      await aggregateState(scope, state, described.cluster);
      await mirrorTeams(scope, { team: teamLabel, department: departmentLabel });
      if (interval) {
        const { changes } = timeline;
        const describeAt = (held: ClusterPrices) =>
          held === prices ? described : describeAccounted(snapshot, cluster.id, held, stored);
        const increments = accrueAtPrices(describeAt, stored, {
          clusterId: cluster.id,
          interval,
          changes,
        });
        const rows = await describeIncrements(scope, increments);
        if (pending.mustFold) await foldPending(scope);
        if (foldWithinMs > 0) await appendPending(scope, interval, rows);
        else await writeRows(scope, rows);
      }
      await writeUsage(scope, snapshot, { lastSeenAt, pods: described.allocated.running.values() });
      await writeKills(scope, described.containers);
      await record(scope, snapshot);
    }
    return {
      snapshot_id: snapshot.snapshot_id,
      cluster_id: cluster.id,
      status,
      nodes: described.nodes.length,
      pods: described.pods.length,
      workloads: described.workloads.full.length + described.workloads.nameOnly.length,
    };
  };
  const known = { organizationId, clusterId: cluster.id };
  return retryWithoutMonth(db, known, async () => {
    for (;;) {
      const result = await retryDeadlocked(() => db.transaction().execute(ingestInTransaction));
      if (!('unprepared' in result)) return result;
      await prepareMonths(db, result.unprepared);
    }
  });
}

interface Admission {
  status: IngestResult['status'];
  lastSeenAt: number | null;
  /** Whether the pending part of the ledger has reached its limit. */
  mustFold: boolean;
}

/**
 * Maximum number of pending reports per cluster, so that an agent that reports constantly cannot
 * fill the disk.
 */
const maxPending = 100;

/** Waits for the lock of the cluster, and decides about this snapshot. */
async function admit(scope: Scope, snapshot: Snapshot, foldWithinMs: number): Promise<Admission> {
  const { tx, organizationId, clusterId, takenAt } = scope;
  await lockCluster(scope);
  await planForBulk(tx);
  const { rows } = await sql<{
    is_disconnected: boolean;
    is_applied: boolean;
    is_older: boolean;
    last_seen_at: Date | null;
    must_fold: boolean;
  }>`
    select status = 'disconnected' as is_disconnected,
      exists (
        select 1 from snapshots as known
        where ${inCluster(scope, 'known')} and snapshot_id = ${snapshot.snapshot_id}
      ) as is_applied,
      coalesce(last_seen_at >= ${takenAt}::timestamptz, false) as is_older,
      last_seen_at, coalesce((
        select count(*) >= ${maxPending}
          or min(appended_at) <= now() - make_interval(secs => ${(2 * foldWithinMs) / 1000})
        from pending_increments as pending
        where ${inCluster(scope, 'pending')}
      ), false) as must_fold
    from clusters as cluster
    where organization_id = ${organizationId}::uuid and id = ${clusterId}::uuid`.execute(tx);
  const [known] = rows;
  if (!known || known.is_disconnected) throw new UnknownClusterError(clusterId);
  const unapplied = known.is_older ? 'older' : 'applied';
  return {
    status: known.is_applied ? 'duplicate' : unapplied,
    lastSeenAt: known.last_seen_at?.getTime() ?? null,
    mustFold: known.must_fold,
  };
}

/** Records the snapshot and deletes records older than a week, which could only be received as `older`. */
async function record({ tx, organizationId, clusterId, takenAt }: Scope, snapshot: Snapshot) {
  await sql`
    with recorded as (
      insert into snapshots (organization_id, cluster_id, snapshot_id, taken_at, agent_version)
      values (${organizationId}, ${clusterId}, ${snapshot.snapshot_id}, ${takenAt},
        ${snapshot.agent_version ?? ''})
    )
    delete from snapshots
    where organization_id = ${organizationId} and cluster_id = ${clusterId}
      and taken_at < ${takenAt}::timestamptz - interval '7 days'`.execute(tx);
}
