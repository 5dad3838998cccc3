import { type ExplorationRow } from '../../api/questions.ts';
import { isNameIn } from '../../parts/address.ts';

/** The values of a label or an annotation of workloads. */
type LabelGrouping = `label:${string}` | `annotation:${string}`;
export type GroupBy =
  | LabelGrouping
  | 'namespace'
  | 'workload'
  | 'deployment'
  | 'statefulset'
  | 'daemonset'
  | 'controller_kind'
  | 'pod'
  | 'container'
  | 'node'
  | 'instance_type'
  | 'owner:team'
  | 'owner:department'
  | 'time:day';
export type Key =
  | LabelGrouping
  | Extract<
      keyof ExplorationRow,
      | 'workloadName'
      | 'workloadUid'
      | 'workloadKind'
      | 'namespace'
      | 'podName'
      | 'podUid'
      | 'containerName'
      | 'nodeName'
      | 'nodeUid'
      | 'instanceType'
      | 'team'
      | 'department'
      | 'day'
      | 'clusterId'
      | 'clusterName'
    >;

export interface Grouping {
  /** In a list of choices: "Workload". */
  readonly label: string;
  /** In a title: "Cost by workload". */
  readonly noun: string;
  readonly name: Key;
  /** Further keys of a row, for the line below its name. */
  readonly context: readonly Key[];
  /** The uid key of a row; without one, and across clusters, the name and context identify it. */
  readonly uid?: Key;
  /** The grouping one level deeper. */
  readonly deeper?: GroupBy;
}

const workloads = (label: string, noun: string): Grouping => ({
  label,
  noun,
  name: 'workloadName',
  uid: 'workloadUid',
  context: ['workloadKind', 'namespace'],
  deeper: 'pod',
});

export const groupings: Readonly<Record<Exclude<GroupBy, LabelGrouping>, Grouping>> = {
  namespace: {
    label: 'Namespace',
    noun: 'namespace',
    name: 'namespace',
    context: [],
    deeper: 'workload',
  },
  workload: workloads('Workload', 'workload'),
  deployment: workloads('Deployment', 'deployment'),
  statefulset: workloads('StatefulSet', 'stateful set'),
  daemonset: workloads('DaemonSet', 'daemon set'),
  controller_kind: {
    label: 'Controller kind',
    noun: 'controller kind',
    name: 'workloadKind',
    context: [],
    deeper: 'workload',
  },
  pod: {
    label: 'Pod',
    noun: 'pod',
    name: 'podName',
    uid: 'podUid',
    context: ['workloadKind', 'workloadName', 'namespace'],
    deeper: 'container',
  },
  container: {
    label: 'Container',
    noun: 'container',
    name: 'containerName',
    uid: 'podUid',
    context: ['podName', 'workloadName', 'namespace'],
  },
  node: {
    label: 'Node',
    noun: 'node',
    name: 'nodeName',
    uid: 'nodeUid',
    context: ['instanceType'],
    deeper: 'pod',
  },
  instance_type: {
    label: 'Instance type',
    noun: 'instance type',
    name: 'instanceType',
    context: [],
    deeper: 'node',
  },
  'owner:team': { label: 'Team', noun: 'team', name: 'team', context: [], deeper: 'namespace' },
  'owner:department': {
    label: 'Department',
    noun: 'department',
    name: 'department',
    context: [],
    deeper: 'owner:team',
  },
  'time:day': { label: 'Day', noun: 'day', name: 'day', context: [], deeper: 'namespace' },
};

/** The maximum number of combined groupings. */
export const maxGroupings = 3;

const labelGrouping = /^(label|annotation):(.+)$/s;

export const isLabel = (name: string): name is LabelGrouping => labelGrouping.test(name);

const isGrouping = (name: unknown): name is GroupBy =>
  isNameIn(groupings, name) || (typeof name === 'string' && isLabel(name));

/** The groupings in a URL: one, or a list. */
export function readGroupings(search: unknown): readonly GroupBy[] {
  const known = [search].flat().filter(isGrouping);
  return known.length === 0 ? ['namespace'] : [...new Set(known)].slice(0, maxGroupings);
}

export function findGrouping(by: GroupBy): Grouping {
  if (!isLabel(by)) return groupings[by];
  const [, kind = '', key] = labelGrouping.exec(by) ?? [];
  return {
    label: `${kind === 'label' ? 'Label' : 'Annotation'} ${key}`,
    noun: `${kind} ${key}`,
    name: by,
    context: [],
    deeper: 'workload',
  };
}

/** "namespace, label app". */
export const describeGroupings = (by: readonly GroupBy[]): string =>
  by.map((one) => findGrouping(one).noun).join(', ');

/** The value of a key in a row; undefined if it has none. */
export function readKey(row: ExplorationRow, key: Key): string | undefined {
  if (!isLabel(key)) return row[key];
  const [, kind, name = ''] = labelGrouping.exec(key) ?? [];
  return (kind === 'label' ? row.labels : row.annotations)?.[name] ?? undefined;
}

const keyLabels: Readonly<Record<Exclude<Key, LabelGrouping>, string>> = {
  workloadName: 'Workload',
  workloadUid: 'Workload uid',
  workloadKind: 'Kind',
  namespace: 'Namespace',
  podName: 'Pod',
  podUid: 'Pod uid',
  containerName: 'Container',
  nodeName: 'Node',
  nodeUid: 'Node uid',
  instanceType: 'Instance type',
  team: 'Team',
  department: 'Department',
  day: 'Day',
  clusterId: 'Cluster id',
  clusterName: 'Cluster',
};

/** The label of a key; undefined if it is not a key. */
export const describeKey = (key: string): string | undefined =>
  isLabel(key)
    ? findGrouping(key).label
    : (keyLabels as Readonly<Record<string, string | undefined>>)[key];

/** The keys of the rows of these groupings, names first. */
export function listKeys(by: readonly GroupBy[], isGrouped: boolean): Key[] {
  const found = by.map(findGrouping);
  const names = found.flatMap(({ name, context }) => [name, ...context]);
  const uids = found.flatMap(({ uid }) => uid ?? []);
  const clusterKeys: Key[] = ['clusterName', ...uids, 'clusterId'];
  return [...new Set([...names, ...(isGrouped ? [] : clusterKeys)])];
}

/** Identifies a row, also in another period. */
export function rowKey(by: readonly GroupBy[], row: ExplorationRow): string {
  const keys = by.map(findGrouping).flatMap(({ name, uid, context }) => {
    const id = uid && readKey(row, uid);
    // The name of a uid never changes, but its containers have different names.
    return id === undefined
      ? [name, ...context].map((key) => readKey(row, key))
      : [id, readKey(row, name)];
  });
  return JSON.stringify([row.clusterId, ...keys]);
}
