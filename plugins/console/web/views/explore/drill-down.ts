import { type ExplorationRow } from '../../api/questions.ts';
import { type Explored } from './exploration.ts';
import { filterByCluster } from '../../parts/explore-filter.ts';
import { type Axis, type Filter, narrowFilters } from './filters.ts';
import { findGrouping, type GroupBy, isLabel, type Key, readKey } from './groupings.ts';

/** Which field of a filter holds a key of a row. */
const fieldOfKey: Readonly<Partial<Record<Key, readonly [Axis, string]>>> = {
  namespace: ['workload', 'namespace'],
  workloadName: ['workload', 'name'],
  workloadKind: ['workload', 'kind'],
  workloadUid: ['workload', 'uid'],
  podName: ['pod', 'name'],
  podUid: ['pod', 'uid'],
  nodeName: ['node', 'name'],
  nodeUid: ['node', 'uid'],
  instanceType: ['node', 'instance_type'],
};

/** What leaves exactly this row's cost: its uid, or its keys and its cluster. */
function filtersOfRow({ by, isGrouped }: Explored, row: ExplorationRow): Filter[] {
  const { name, uid, context } = findGrouping(by);
  const keys: readonly Key[] = uid && !isGrouped ? [uid] : [name, ...context];
  const ofRow = keys.flatMap((key): Filter[] => {
    const [axis, field] = isLabel(key) ? (['workload', key] as const) : (fieldOfKey[key] ?? []);
    const value = readKey(row, key);
    if (!axis || !field || value === undefined) return [];
    const named = key === uid ? readKey(row, name) : undefined;
    return [{ axis, field, operator: 'in', values: [value], ...(named && { label: named }) }];
  });
  const { clusterId, clusterName } = row;
  if (clusterId === undefined || clusterName === undefined) return ofRow;
  return [...ofRow, filterByCluster(clusterId, clusterName)];
}

/** The address one level deeper, if there is one: the range and the filters stay. */
export function drillDown(explored: Explored, row: ExplorationRow) {
  const { deeper } = findGrouping(explored.by);
  // No filter leaves what has no such label.
  const hasLabel = !isLabel(explored.by) || readKey(row, explored.by) !== undefined;
  if (deeper === undefined || !hasLabel) return undefined;
  return {
    by: deeper satisfies GroupBy,
    filters: filtersOfRow(explored, row).reduce(narrowFilters, explored.filters),
    q: undefined,
    page: undefined,
    sort: undefined,
    order: undefined,
  };
}

/** Where a row has a view of its own. */
export function detailPath(by: GroupBy, row: ExplorationRow): string | undefined {
  const { clusterId, namespace, workloadUid, nodeUid } = row;
  if (clusterId === undefined) return undefined;
  const inCluster = (kind: string, id: string | undefined) =>
    id === undefined ? undefined : `/clusters/${clusterId}/${kind}/${encodeURIComponent(id)}`;
  if (by === 'namespace') return inCluster('namespaces', namespace);
  if (by === 'node') return inCluster('nodes', nodeUid);
  return inCluster('workloads', workloadUid);
}
