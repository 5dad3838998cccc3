import { type ExplorationRow } from '../../api/questions.ts';

/** The values of a label of workloads: `label:<key>`. */
export type LabelGrouping = `label:${string}`;
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
  | 'instance_type';
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
      | 'clusterId'
      | 'clusterName'
    >;

export interface Grouping {
  /** In a list of choices: "Workload". */
  readonly label: string;
  /** In a title: "Cost by workload". */
  readonly noun: string;
  readonly name: Key;
  /** What else names a row, for the line below its name. */
  readonly context: readonly Key[];
  /** What identifies a row in its cluster; without a uid, and over clusters, its name and context. */
  readonly uid?: Key;
  /** What a row's cost is made of, one level deeper. */
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
    label: 'Kind of controller',
    noun: 'kind of controller',
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
};

export const isLabel = (name: string): name is LabelGrouping => /^label:./s.test(name);

export const labelKey = (name: LabelGrouping): string => name.slice('label:'.length);

export const findGrouping = (by: GroupBy): Grouping =>
  isLabel(by)
    ? {
        label: `Label ${labelKey(by)}`,
        noun: `label ${labelKey(by)}`,
        name: by,
        context: [],
        deeper: 'workload',
      }
    : groupings[by];

/** What a row has of a key; undefined where it has none. */
export const readKey = (row: ExplorationRow, key: Key): string | undefined =>
  isLabel(key) ? (row.labels?.[labelKey(key)] ?? undefined) : row[key];

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
  clusterId: 'Cluster id',
  clusterName: 'Cluster',
};

/** A key in words; undefined where it is none. */
export const describeKey = (key: string): string | undefined =>
  isLabel(key)
    ? findGrouping(key).label
    : (keyLabels as Readonly<Record<string, string | undefined>>)[key];

/** The keys that the rows of a grouping have, the name first. */
export function listKeys(by: GroupBy, isGrouped: boolean): Key[] {
  const { name, context, uid } = findGrouping(by);
  return isGrouped
    ? [name, ...context]
    : [name, ...context, 'clusterName', ...(uid ? [uid] : []), 'clusterId'];
}

/** What tells a row apart, also in another period. */
export function rowKey(by: GroupBy, row: ExplorationRow): string {
  const { name, uid, context } = findGrouping(by);
  const id = uid && readKey(row, uid);
  // A uid keeps its name for life, and its containers have names of their own.
  const keys = id === undefined ? [name, ...context] : [name];
  return JSON.stringify([row.clusterId, id, ...keys.map((key) => readKey(row, key))]);
}
