import { toAmount, toPercent, toUnits } from './amounts.ts';
import { limitArgument, readLimit, readWindow, windowArguments } from './arguments.ts';
import { type Composition } from './composition.ts';
import { describeOwn, everyRow, explorer, type ExplorerAnswer, type Row } from './explorer.ts';

interface Cluster {
  readonly id: string;
  readonly metadata: { readonly is_stale: boolean; readonly status: string };
}

const most = 500;
const note = `Only the ${most} clusters with the highest run rate were checked for silent ones.`;

/** Idle capacity, over-requested workloads, pending savings, and clusters that stopped reporting. */
export const findWaste: Composition = {
  name: 'find_waste',
  title: 'Find capacity that is paid for but not used',
  description:
    'For a window (default: the last seven complete days, UTC): the cost of idle capacity; the workloads that ' +
    'request more CPU and memory than they use, by cluster and uid; the pending recommendations with the highest ' +
    'savings; the clusters that have stopped reporting. `unused_cost` is the cost of CPU and memory times the ' +
    'unused share of the request: an upper bound, because workloads need some headroom, and time without ' +
    'measured use counts as unused. Workloads without any measured use are not listed. Counts as four requests.',
  needs: [explorer, 'listRecommendations', 'listClusters'],
  describeArguments: (operations) => ({
    ...windowArguments,
    limit: limitArgument('Maximum number of workloads, recommendations and clusters.'),
    ...describeOwn(operations, ['cluster_ids']),
  }),

  async compose(given, ask, now) {
    const limit = readLimit(given);
    const window = readWindow(given, now);
    const { cluster_ids: ids } = given;
    const chosen = Array.isArray(ids) ? ids.map((id) => String(id).toLowerCase()) : undefined;
    // A row of several clusters counts use that one of them does not measure as 0.
    const byCluster = { group_by: 'workload', view_mode: 'detail' };
    const question = { ...everyRow, ...window, ...byCluster, cluster_ids: ids };
    const pending = { status: 'pending', cluster_id: ids, limit };
    const [costs, nodes, recommendations, clusters] = await Promise.all([
      ask<ExplorerAnswer>(explorer, question),
      // Workloads have no part of the idle cost of empty nodes.
      ask<ExplorerAnswer>(explorer, { ...question, group_by: 'node', per_page: 1 }),
      chosen?.length === 0 ? [] : ask<readonly object[]>('listRecommendations', pending),
      ask<readonly Cluster[]>('listClusters', { limit: most }),
    ]);
    const { totalCost, unallocatedCost, currency, archivedMonths } = costs.summary;
    const silent = clusters
      .filter(({ id, metadata }) => metadata.is_stale && (chosen?.includes(id) ?? true))
      .filter(({ metadata }) => metadata.status === 'active');
    return {
      window,
      currency,
      archived_months: archivedMonths,
      total_cost: totalCost ?? null,
      unallocated_cost: unallocatedCost ?? null,
      idle_cost: nodes.summary.idleCost ?? null,
      idle_percent: toPercent(nodes.summary.idleCost, nodes.summary.totalCost),
      over_requested: listOverRequested(costs.rows).slice(0, limit),
      recommendations,
      silent_clusters: silent.slice(0, limit).map(({ id, metadata }) => ({ id, metadata })),
      silent_cluster_count: silent.length,
      ...(clusters.length < most ? {} : { note }),
    };
  },
};

/** The rows with unused requests, most expensive first. */
const listOverRequested = (rows: readonly Row[]) =>
  rows
    .map((row) => ({ row, unused: sumUnused(row) }))
    .filter(({ unused }) => unused > 0n)
    .sort((one, other) => (one.unused < other.unused ? 1 : -1))
    .map(({ row, unused }) => ({ ...row, unused_cost: toAmount(unused) }));

const sumUnused = ({ cpuCost, cpuEfficiencyPercent, memoryCost, memoryEfficiencyPercent }: Row) =>
  toUnused(cpuCost, cpuEfficiencyPercent) + toUnused(memoryCost, memoryEfficiencyPercent);

/** The part of a cost that pays for unused requests; 0 if the usage is unknown. */
function toUnused(cost: string | undefined, usedPercent: number | undefined): bigint {
  if (cost === undefined || usedPercent === undefined || usedPercent >= 100) return 0n;
  return (toUnits(cost) * BigInt(Math.round((100 - usedPercent) * 100))) / 10_000n;
}
