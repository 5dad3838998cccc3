import { sql, type RawBuilder } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Log } from './answer-request.ts';
import { type Databases } from './databases.ts';
import { type Lookups } from './lookups.ts';
import { type PendingCluster } from './messages.ts';
import { type Services } from './receive-report.ts';

/** How long history trails what agents report, unless something else is said. */
export const defaultFoldWithinMs = 300_000;

export interface FoldingOptions {
  readonly foldWithinMs?: number | undefined;
  readonly log: Log;
}

/** How often it is looked for what is due, at least. */
const mostPeriodMs = 15_000;
/** Clusters that are folded beside each other: one that is repriced must not hold up all. */
const atOnce = 2;
/** Of clusters that are folded before it is looked again. */
const mostClusters = 1_000;

/**
 * Adds what reports have left pending to the hours and days of the ledger, also of clusters that
 * report no more: few at a time, none while a report of it is applied. What fails stays pending, and is
 * tried again.
 */
export function startFolding(
  services: Pick<Services, 'queues' | 'workers' | 'metrics'>,
  lookups: Databases<Lookups>,
  { foldWithinMs = defaultFoldWithinMs, log }: FoldingOptions,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const periodMs = Math.min(mostPeriodMs, foldWithinMs / 10);
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
          log.warn({ database, cause }, 'it is not known which clusters to fold');
        });
      }
    }
  };
  const ended = foldWithinMs > 0 ? run() : Promise.resolve();
  return {
    stop: async () => {
      stopping.abort(new Error('The receiver is being stopped.'));
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
    await queues.run(cluster.clusterId, signal, () => workers.fold(cluster));
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
 * Clusters that will have been pending long enough before it is looked again. Time is cut into
 * intervals of that length, which begin at another moment for each cluster, so that not all are
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
    order by since limit ${mostClusters}`;
}
