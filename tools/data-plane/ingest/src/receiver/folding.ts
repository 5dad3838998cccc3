import { sql, type RawBuilder } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Log } from './answer-request.ts';
import { type Databases } from './databases.ts';
import { type Lookups } from './lookups.ts';
import { type PendingCluster } from './messages.ts';
import { type Services } from './receive-report.ts';

/** Default time by which history lags behind the reports. */
export const defaultFoldWithinMs = 300_000;

export interface FoldingOptions {
  readonly foldWithinMs?: number | undefined;
  readonly log: Log;
}

/** Maximum interval between two checks for due clusters. */
const maxPeriodMs = 15_000;
/** Number of clusters folded concurrently: a cluster that is being repriced must not block the others. */
const atOnce = 2;
/** Maximum number of clusters folded per check. */
const maxClusters = 1_000;

/**
 * Folds pending reports into the hourly and daily ledger rows, even for clusters that have stopped
 * reporting: few at a time, and none while a report of the cluster is being applied. After an
 * error, reports stay pending and are tried again.
 */
export function startFolding(
  services: Pick<Services, 'queues' | 'workers' | 'metrics'>,
  lookups: Databases<Lookups>,
  { foldWithinMs = defaultFoldWithinMs, log }: FoldingOptions,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const periodMs = Math.min(maxPeriodMs, foldWithinMs / 10);
  const underWay = new Map<string, Promise<void>>();
  const foldDue = async (database: string, one: Lookups) => {
    const due = await one.rows<Omit<PendingCluster, 'database'>>(
      selectDue({ foldWithinMs, periodMs }),
    );
    for (const found of due) {
      const cluster = { ...found, database };
      const { clusterId } = cluster;
      if (underWay.has(clusterId)) continue;
      while (underWay.size >= atOnce) await Promise.race(underWay.values());
      if (signal.aborted) return;
      const folded = fold(cluster, services, { signal, log });
      underWay.set(
        clusterId,
        folded.finally(() => underWay.delete(clusterId)),
      );
    }
  };
  const run = async () => {
    const isOver = () => signal.aborted;
    while (!isOver()) {
      await sleep(periodMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (isOver()) return;
      for (const [database, one] of lookups) {
        await foldDue(database, one).catch((error: unknown) => {
          const cause = (error as Error).message;
          log.warn({ database, cause }, 'the clusters to fold could not be determined');
        });
      }
    }
  };
  const ended = foldWithinMs > 0 ? run() : Promise.resolve();
  return {
    stop: async () => {
      stopping.abort(new Error('The receiver is stopping.'));
      await ended;
      await Promise.all(underWay.values());
    },
  };
}

async function fold(
  cluster: PendingCluster,
  { queues, workers, metrics }: Pick<Services, 'queues' | 'workers' | 'metrics'>,
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<void> {
  const begunAt = performance.now();
  const seconds = () => (performance.now() - begunAt) / 1000;
  try {
    await queues.run(cluster, signal, () => workers.fold(cluster));
    metrics.folded('done', seconds());
  } catch (error) {
    if (signal.aborted) return;
    metrics.folded('failed', seconds());
    log.error(
      { cluster_id: cluster.clusterId, err: error },
      'reports could not be added to the ledger; they stay pending',
    );
  }
}

/**
 * Clusters whose reports will have been pending long enough before the next check. Time is divided
 * into intervals of that length, with a different offset for each cluster, so that not all are
 * folded at once.
 */
function selectDue({ foldWithinMs, periodMs }: { foldWithinMs: number; periodMs: number }) {
  const intervalNumber = (time: RawBuilder<unknown>) => sql`
    floor((extract(epoch from ${time})::float8 * 1000
      + hashtextextended(cluster_id::text, 0) % ${Math.ceil(foldWithinMs)}::bigint)
      / ${foldWithinMs}::float8)`;
  return sql`
    select organization_id as "organizationId", cluster_id as "clusterId"
    from (
      select organization_id, cluster_id, min(appended_at) as since
      from pending_increments
      where organization_id in (select id from organizations where is_home and is_writable)
      group by organization_id, cluster_id
    ) as pending
    where ${intervalNumber(sql`now() + make_interval(secs => ${periodMs / 1000})`)}
      > ${intervalNumber(sql`since`)}
    order by since limit ${maxClusters}`;
}
