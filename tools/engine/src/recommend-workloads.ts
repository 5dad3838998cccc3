import { advise } from './advise/advise.ts';
import type { ClusterScope } from './cluster-scope.ts';
import { decide } from './lifecycle/decide.ts';
import type { OpenRecommendation } from './lifecycle/open-recommendation.ts';
import {
  applyOpen,
  archiveOpen,
  insertPending,
  isUpToDate,
  readOpenRecommendations,
  toColumns,
  updatePending,
  type RecommendationColumns,
} from './lifecycle/recommendation-rows.ts';
import { readUsages } from './read-usages.ts';
import { readWorkloads } from './read-workloads.ts';
import type { WorkloadConfig, WorkloadState } from './workload-state.ts';

/** How many recommendations became what. */
export interface Counts {
  /** New ones, also in the place of archived ones. */
  new: number;
  updated: number;
  /** Pending as they were. */
  unchanged: number;
  applied: number;
  archived: number;
  /** Dismissed as they were. */
  kept_dismissed: number;
}

export const noCounts = (): Counts => ({
  ...{ new: 0, updated: 0, unchanged: 0, applied: 0, archived: 0, kept_dismissed: 0 },
});

export interface RunOptions {
  now: Date;
  currency: string;
}

/**
 * Looks at the next workloads after a uid, and brings their recommendations up to date. Answers the
 * last uid, null when there were no more, and counts.
 */
export async function recommendWorkloads(
  scope: ClusterScope,
  afterUid: string | null,
  { now, currency }: RunOptions,
): Promise<{ lastUid: string | null; counts: Counts }> {
  const workloads = await readWorkloads(scope, afterUid);
  const uids = workloads.map(({ uid }) => uid);
  const usageOf = await readUsages(scope, uids);
  const known = await readOpenRecommendations(scope, uids);
  const openOf = new Map(known.map((open) => [open.workloadUid, open]));
  const changes = noChanges();
  for (const workload of workloads) {
    const advice = advise(workload, (name) => usageOf(workload.uid, name), currency);
    const open = openOf.get(workload.uid);
    if (open) decideAbout(open, workload, advice, changes);
    else if (typeof advice !== 'string') changes.inserted.push(toColumns(workload, advice));
  }
  await archiveOpen(scope, changes.archived, now);
  await applyOpen(scope, changes.applied, now);
  await updatePending(scope, changes.updated, now);
  await insertPending(scope, changes.inserted, now);
  return { lastUid: uids.at(-1) ?? null, counts: countsOf(changes) };
}

interface Changes {
  inserted: RecommendationColumns[];
  updated: (RecommendationColumns & { id: string })[];
  applied: { id: string; applied_config: WorkloadConfig }[];
  archived: string[];
  unchanged: number;
  keptDismissed: number;
}

const noChanges = (): Changes => ({
  ...{ inserted: [], updated: [], applied: [], archived: [] },
  ...{ unchanged: 0, keptDismissed: 0 },
});

function decideAbout(
  open: OpenRecommendation,
  workload: WorkloadState,
  advice: ReturnType<typeof advise>,
  changes: Changes,
): void {
  const decision = decide(open, workload, advice);
  if (decision.open === 'apply') {
    changes.applied.push({ id: open.id, applied_config: decision.config });
  } else if (decision.open === 'archive') {
    changes.archived.push(open.id);
    if (decision.successor) changes.inserted.push(toColumns(workload, decision.successor));
  } else {
    const columns = decision.open === 'update' ? toColumns(workload, decision.advice) : null;
    if (columns && !isUpToDate(open, columns)) changes.updated.push({ id: open.id, ...columns });
    else if (open.status === 'pending') changes.unchanged += 1;
    else changes.keptDismissed += 1;
  }
}

const countsOf = (changes: Changes): Counts => ({
  new: changes.inserted.length,
  updated: changes.updated.length,
  unchanged: changes.unchanged,
  applied: changes.applied.length,
  archived: changes.archived.length,
  kept_dismissed: changes.keptDismissed,
});
