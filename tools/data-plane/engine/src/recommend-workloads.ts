import { advise } from './advise/advise.ts';
import { type ClusterScope } from './cluster-scope.ts';
import { decide } from './lifecycle/decide.ts';
import { changedSizes, type OpenRecommendation } from './lifecycle/open-recommendation.ts';
import {
  applyOpen,
  archiveOpen,
  holdUnchanged,
  insertPending,
  isUpToDate,
  readOpenRecommendations,
  toColumns,
  updatePending,
  type RecommendationColumns,
} from './lifecycle/recommendation-rows.ts';
import { readUsages } from './read-usages.ts';
import { readWorkloads } from './read-workloads.ts';
import { type WorkloadConfig, type WorkloadState } from './workload-state.ts';

/** Number of recommendations by outcome. */
export interface Counts {
  /** New ones, including those that replace archived ones. */
  new: number;
  updated: number;
  /** Still pending. */
  unchanged: number;
  applied: number;
  archived: number;
  /** Still dismissed. */
  kept_dismissed: number;
}

export const noCounts = (): Counts => ({
  new: 0,
  updated: 0,
  unchanged: 0,
  applied: 0,
  archived: 0,
  kept_dismissed: 0,
});

export interface RunOptions {
  now: Date;
  currency: string;
}

/**
 * Analyzes the next workloads after a uid, and updates their recommendations. Returns the last uid
 * (null if there were no more) and the counts.
 */
export async function recommendWorkloads(
  scope: ClusterScope,
  afterUid: string | null,
  { now, currency }: RunOptions,
): Promise<{ lastUid: string | null; counts: Counts }> {
  const workloads = await readWorkloads(scope, afterUid);
  const uids = workloads.map(({ uid }) => uid);
  const usageByContainer = await readUsages(scope, uids);
  const known = await readOpenRecommendations(scope, uids);
  const openByWorkload = new Map(known.map((open) => [open.workloadUid, open]));
  const changes: Change[] = [];
  const counts = noCounts();
  for (const workload of workloads) {
    const open = openByWorkload.get(workload.uid);
    const adviseIf = ({ isOpen }: { isOpen: boolean }) =>
      advise(workload, (name) => usageByContainer(workload.uid, name), {
        currency,
        openSizes: open && isOpen ? (name) => changedSizes(open, name) : undefined,
      });
    const change = open ? decideChange(open, workload, adviseIf) : adviseFirst(workload, adviseIf);
    if (change) changes.push(change);
    else if (open) counts[open.status === 'pending' ? 'unchanged' : 'kept_dismissed'] += 1;
  }
  await write(scope, changes, { now, counts });
  return { lastUid: uids.at(-1) ?? null, counts };
}

/** The changes to write for a workload. */
interface Change {
  /** Null if it has no open recommendation. */
  open: OpenRecommendation | null;
  /** The outcome of the open one; undefined if there is none. */
  becomes?: 'updated' | 'applied' | 'archived';
  applied?: WorkloadConfig;
  /** Content of the updated or new recommendation. */
  columns: RecommendationColumns | null;
}

type AdviseIf = (state: { isOpen: boolean }) => ReturnType<typeof advise>;

function adviseFirst(workload: WorkloadState, adviseIf: AdviseIf): Change | null {
  const advice = adviseIf({ isOpen: false });
  if (typeof advice === 'string') return null;
  return { open: null, columns: toColumns(workload, advice) };
}

/** Null if nothing changes. */
function decideChange(
  open: OpenRecommendation,
  workload: WorkloadState,
  adviseIf: AdviseIf,
): Change | null {
  const decision = decide(open, workload, adviseIf);
  switch (decision.open) {
    case 'keep':
      return null;
    case 'apply':
      return { open, becomes: 'applied', applied: decision.config, columns: null };
    case 'archive': {
      const { successor } = decision;
      const columns = successor && toColumns(workload, successor);
      return { open, becomes: 'archived', columns };
    }
    case 'update': {
      const columns = toColumns(workload, decision.advice);
      return isUpToDate(open, columns) ? null : { open, becomes: 'updated', columns };
    }
  }
}

async function write(
  scope: ClusterScope,
  changes: readonly Change[],
  { now, counts }: { now: Date; counts: Counts },
): Promise<void> {
  const held = await holdUnchanged(
    scope,
    changes.map(({ open }) => open).filter((open) => open !== null),
  );
  const archived: string[] = [];
  const applied: { id: string; applied_config: WorkloadConfig }[] = [];
  const updated: (RecommendationColumns & { id: string })[] = [];
  const added: RecommendationColumns[] = [];
  for (const { open, becomes, applied: config, columns } of changes) {
    if (open && !held.has(open.id)) continue;
    if (open && becomes === 'archived') archived.push(open.id);
    if (open && config) applied.push({ id: open.id, applied_config: config });
    if (open && columns && becomes === 'updated') updated.push({ id: open.id, ...columns });
    else if (columns) added.push(columns);
  }
  await archiveOpen(scope, archived, now);
  await applyOpen(scope, applied, now);
  await updatePending(scope, updated, now);
  await insertPending(scope, added, now);
  counts.archived += archived.length;
  counts.applied += applied.length;
  counts.updated += updated.length;
  counts.new += added.length;
}
