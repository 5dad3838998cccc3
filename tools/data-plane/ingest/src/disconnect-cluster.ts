import { type Warehouse } from '@costplane/warehouse';
import { sql, type Transaction } from 'kysely';
import { type ClusterFacts } from './describe/cluster.ts';
import { foldPending } from './pending/pending-increments.ts';
import { UnknownClusterError } from './unknown-cluster-error.ts';
import { aggregateState } from './write/aggregate.ts';
import { assignTeams } from './write/assign-teams.ts';
import { type ComparedRows, type ComparedState } from './write/compare-facts.ts';
import { lockCluster } from './write/lock-cluster.ts';
import { markGone } from './write/mark-gone.ts';
import { planForBulk } from './write/plan-for-bulk.ts';
import { inCluster, type Scope } from './write/scope.ts';
import { stateTables } from './write/state-table.ts';

/** The state of a cluster without any object. */
const empty = Object.fromEntries<ComparedRows>(
  stateTables.map((table) => [table, { rows: [], changed: new Set(), isAnyMissing: true }]),
) as ComparedState;

/**
 * Marks a cluster as disconnected, and all its objects as deleted: its run rate is 0, its
 * recommendations are archived, and its reports are refused until `findOrCreateCluster` is called
 * for it. Its history stays.
 *
 * @throws {UnknownClusterError} if the organization has no such cluster
 */
export async function disconnectCluster(
  tx: Transaction<Warehouse>,
  cluster: { organizationId: string; clusterId: string },
): Promise<void> {
  const scope: Scope = { tx, ...cluster, takenAt: new Date().toISOString() };
  await lockCluster(scope);
  await planForBulk(tx);
  await foldPending(scope);
  await markGone(scope, empty, new Set());
  await clearCluster(scope);
  // Without labeled entities, the labels do not matter.
  await assignTeams(scope, { team: '', department: '' });
  await sql`
    update recommendations as advice set status = 'archived', updated_at = now()
    where ${inCluster(scope, 'advice')} and status in ('pending', 'dismissed')`.execute(tx);
}

/** The time of the last report stays. */
async function clearCluster(scope: Scope): Promise<void> {
  const isCluster = sql`
    organization_id = ${scope.organizationId}::uuid and id = ${scope.clusterId}::uuid`;
  const { rows } = await sql<ClusterFacts & { last_seen_at: Date }>`
    select provider, service, region, k8s_version, agent_version, last_seen_at,
      '0' as management_hourly
    from clusters where ${isCluster}`.execute(scope.tx);
  const [cluster] = rows;
  if (!cluster) throw new UnknownClusterError(scope.clusterId);
  await aggregateState(scope, empty, cluster);
  await sql`
    update clusters set status = 'disconnected', last_seen_at = ${cluster.last_seen_at}
    where ${isCluster}`.execute(scope.tx);
}
