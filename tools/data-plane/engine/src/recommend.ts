import { MovingOrganizationError, WarehouseError, type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { inTurn, type ClusterReference } from './cluster-scope.ts';
import { archiveOfGone } from './lifecycle/recommendation-rows.ts';
import { noCounts, recommendWorkloads, type Counts } from './recommend-workloads.ts';
import { forgetContainers } from './usage/forget-containers.ts';
import { applyUsageMinutes, type AppliedUsage } from './usage/apply-usage-minutes.ts';

export interface RecommendOptions {
  /** Only this organization; default: all. */
  organizationId?: string | undefined;
  /** Only this cluster. */
  clusterId?: string | undefined;
  /** Time of the run, for `created_at` and `updated_at`; default: now. */
  now?: Date | undefined;
  /** Stops the run after the current part. Completed parts are kept; the next run does the rest. */
  signal?: AbortSignal | undefined;
  /** Called with each cluster before it is analyzed. */
  onProgress?: ((cluster: ClusterProgress) => void) | undefined;
  /** Called with each cluster that failed; the run continues unless the connection is lost. Default: it fails. */
  onFailure?: ((error: unknown, cluster: ClusterProgress) => void) | undefined;
}

export interface ClusterProgress {
  organization: string;
  cluster: string;
  /** From 1. */
  index: number;
  clusters: number;
}

/** Result of a run for a cluster. */
export interface ClusterRun extends Counts {
  organization_id: string;
  cluster_id: string;
  cluster: string;
  /** Number of usage minutes that were processed, and of values in them. */
  minutes: number;
  samples: number;
}

/**
 * Runs the rightsizing engine once: processes the container usage since the last run, and updates
 * the recommendations. Concurrent runs take turns; a run without new data changes nothing. Skips
 * organizations that move to another database. `db` connects with the role `ingest`.
 *
 * @throws {DOMException} an `AbortError`, or the signal's own reason, when it is aborted
 */
export async function recommend(
  db: Kysely<Warehouse>,
  {
    organizationId,
    clusterId,
    now = new Date(),
    signal,
    onProgress,
    onFailure,
  }: RecommendOptions = {},
): Promise<ClusterRun[]> {
  const clusters = await findClusters(db, { organizationId, clusterId });
  const runs: ClusterRun[] = [];
  for (const [index, cluster] of clusters.entries()) {
    signal?.throwIfAborted();
    const progress = {
      organization: cluster.organization,
      cluster: cluster.name,
      index: index + 1,
      clusters: clusters.length,
    };
    onProgress?.(progress);
    try {
      const applied = await applyUsage(db, cluster, signal);
      const counts = await recommendForCluster(db, cluster, { now, signal });
      runs.push({
        organization_id: cluster.organizationId,
        cluster_id: cluster.clusterId,
        cluster: cluster.name,
        ...applied,
        ...counts,
      });
    } catch (error) {
      if (error instanceof MovingOrganizationError) continue;
      // Without a connection, every other cluster would fail as well.
      if (!onFailure || signal?.aborted || error instanceof WarehouseError) throw error;
      onFailure(error, progress);
    }
  }
  return runs;
}

interface Cluster extends ClusterReference {
  name: string;
  organization: string;
  currency: string;
}

async function findClusters(
  db: Kysely<Warehouse>,
  { organizationId, clusterId }: Pick<RecommendOptions, 'organizationId' | 'clusterId'>,
): Promise<Cluster[]> {
  const { rows } = await sql<Cluster>`
    select cluster.organization_id as "organizationId", cluster.id as "clusterId", cluster.name,
      organization.name as organization, organization.currency
    from clusters as cluster
    join organizations as organization on organization.id = cluster.organization_id
    where organization.is_home and organization.is_writable
      and (${organizationId ?? null}::uuid is null
        or cluster.organization_id = ${organizationId ?? null}::uuid)
      and (${clusterId ?? null}::uuid is null or cluster.id = ${clusterId ?? null}::uuid)
    order by organization.name, cluster.name, cluster.id`.execute(db);
  return rows;
}

async function applyUsage(
  db: Kysely<Warehouse>,
  cluster: Cluster,
  signal: AbortSignal | undefined,
): Promise<AppliedUsage> {
  const total = { minutes: 0, samples: 0 };
  for (;;) {
    signal?.throwIfAborted();
    const { minutes, samples } = await inTurn(db, cluster, applyUsageMinutes);
    if (minutes === 0) break;
    total.minutes += minutes;
    total.samples += samples;
  }
  await inTurn(db, cluster, forgetContainers);
  return total;
}

async function recommendForCluster(
  db: Kysely<Warehouse>,
  cluster: Cluster,
  { now, signal }: { now: Date; signal: AbortSignal | undefined },
): Promise<Counts> {
  const { currency } = cluster;
  const total = noCounts();
  total.archived += await inTurn(db, cluster, (scope) => archiveOfGone(scope, now));
  let afterUid: string | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const { lastUid, counts } = await inTurn(db, cluster, (scope) =>
      recommendWorkloads(scope, afterUid, { now, currency }),
    );
    if (lastUid === null) return total;
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name];
    afterUid = lastUid;
  }
}
