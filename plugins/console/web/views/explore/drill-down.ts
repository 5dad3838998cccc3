import { type ExplorationRow } from '../../api/questions.ts';
import { filterByCluster, filterByOwner } from '../../parts/explore-filter.ts';
import { type Explored } from './exploration.ts';
import { type Axis, type Filter, narrowFilters } from './filters.ts';
import {
  findGrouping,
  type GroupBy,
  type Grouping,
  isLabel,
  type Key,
  readKey,
} from './groupings.ts';

/** The filter field for each key of a row. */
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

/** Filters that select exactly the cost of this row: by uid, or by keys and cluster. */
export function filtersOfRow({ by, isGrouped }: Explored, row: ExplorationRow): Filter[] {
  const rowFilters = by
    .map(findGrouping)
    .flatMap((grouping) => filtersOfGroup(grouping, isGrouped, row));
  const { clusterId, clusterName } = row;
  if (clusterId === undefined || clusterName === undefined) return rowFilters;
  return [...rowFilters, filterByCluster(clusterId, clusterName)];
}

function filtersOfGroup(
  { name, uid, context }: Grouping,
  isGrouped: boolean,
  row: ExplorationRow,
): Filter[] {
  if (name === 'team' || name === 'department')
    return filterByOwner(name, row[name]?.split(', ') ?? []);
  const keys: readonly Key[] = uid && !isGrouped ? [uid] : [name, ...context];
  return keys.flatMap((key): Filter[] => {
    const [axis, field] = isLabel(key) ? (['workload', key] as const) : (fieldOfKey[key] ?? []);
    const value = readKey(row, key);
    if (!axis || !field || value === undefined) return [];
    const named = key === uid ? readKey(row, name) : undefined;
    return [{ axis, field, operator: 'in', values: [value], ...(named && { label: named }) }];
  });
}

/** From the whole to its parts, in order. */
const depths: readonly GroupBy[] = [
  'owner:team',
  'node',
  'namespace',
  'workload',
  'pod',
  'container',
];

/** The URL parameters one level deeper, if there is one; the range and the filters are kept. */
export function drillDown(explored: Explored, row: ExplorationRow) {
  if (!explored.by.every((one) => canFilter(explored, one, row))) return undefined;
  const deeper = explored.by.map((one) => findGrouping(one).deeper);
  const deepest = depths.findLast((depth) => deeper.includes(depth));
  if (deepest === undefined || deeper.includes(undefined)) return undefined;
  return {
    by: deepest,
    filters: narrowFilters(explored.filters, filtersOfRow(explored, row)),
    ...(row.day !== undefined && { range: undefined, from: row.day, to: row.day }),
    q: undefined,
    page: undefined,
    sort: undefined,
    order: undefined,
  };
}

/** The API cannot filter by the absence of a label or team, by inherited labels, or by annotations. */
export function canFilter({ inheritsLabels }: Explored, by: GroupBy, row: ExplorationRow): boolean {
  if (isLabel(by) && (inheritsLabels || by.startsWith('annotation:'))) return false;
  const canLack = isLabel(by) || by.startsWith('owner:');
  return !canLack || readKey(row, findGrouping(by).name) !== undefined;
}

/** The path of the detail view of a row, if there is one. */
export function detailPath(by: readonly GroupBy[], row: ExplorationRow): string | undefined {
  const { clusterId, namespace, workloadUid, nodeUid } = row;
  if (clusterId === undefined) return undefined;
  const inCluster = (kind: string, id: string) =>
    `/clusters/${clusterId}/${kind}/${encodeURIComponent(id)}`;
  if (workloadUid !== undefined) return inCluster('workloads', workloadUid);
  if (nodeUid !== undefined) return inCluster('nodes', nodeUid);
  return by.includes('namespace') && namespace !== undefined
    ? inCluster('namespaces', namespace)
    : undefined;
}
