/** Maximum number of groupings of a query (decision 58). */
export const maxGroupings = 3;

/** `detail`: one row per resource and cluster; `grouped`: one per name across clusters. */
export const viewModes = ['detail', 'grouped'] as const;
export type ViewMode = (typeof viewModes)[number];

/** Keys of a row (decision 35) and their meanings, except for its labels. */
export const keyMeanings = {
  workloadName: 'Name of the workload.',
  workloadUid: 'Kubernetes uid of the workload.',
  workloadKind: 'Kind of the workload.',
  namespace: 'Name of the namespace.',
  podName: 'Name of the pod.',
  podUid: 'Kubernetes uid of the pod.',
  containerName: 'Name of the container.',
  nodeName: 'Name of the node.',
  nodeUid: 'Kubernetes uid of the node.',
  instanceType: 'Instance type of the node.',
  team: 'Team that owns it; the names of several are joined by `, `; absent when there is none.',
  department:
    'Department of its team; the names of several are joined by `, `; absent when there is none.',
  day: 'The day (UTC).',
  clusterId: 'Id of the cluster; absent when grouped.',
  clusterName: 'Name of the cluster; absent when grouped.',
};
export const keyNames = Object.keys(keyMeanings) as (keyof typeof keyMeanings)[];

/** The cluster of a row; only in `detail`. */
export const clusterKeyNames = ['clusterId', 'clusterName'] as const;
export type KeyName = Exclude<(typeof keyNames)[number], (typeof clusterKeyNames)[number]>;

/** Which owners of cost have rows. A namespace owns what belongs to no workload of it. */
export type Owners = 'any' | 'workloads' | 'Deployment' | 'StatefulSet' | 'DaemonSet';

/** The objects that costs are summed by before they are combined into rows. */
export type UnitName = 'owner' | 'pod' | 'container' | 'node' | 'instance_type' | 'day';

/** How the rows of one grouping are built. */
interface NamedGrouping {
  readonly unit: UnitName;
  /** The group's name, or the column of its label: used by `search` and to break ties. */
  readonly name: string;
  /** The Kubernetes uid; only in `detail`. */
  readonly uid?: KeyName;
  readonly otherKeys: readonly KeyName[];
  readonly owners: Owners;
}

const workloads = (owners: Owners): NamedGrouping => ({
  unit: 'owner',
  name: 'workloadName',
  uid: 'workloadUid',
  otherKeys: ['workloadKind', 'namespace'],
  owners,
});

/** Groupings of the contract (decision 33), and by owner and day, which are additions. */
const namedGroupings: Readonly<Record<string, NamedGrouping>> = {
  workload: workloads('workloads'),
  namespace: { unit: 'owner', name: 'namespace', otherKeys: [], owners: 'any' },
  controller_kind: { unit: 'owner', name: 'workloadKind', otherKeys: [], owners: 'workloads' },
  pod: {
    unit: 'pod',
    name: 'podName',
    uid: 'podUid',
    otherKeys: ['namespace', 'workloadName', 'workloadKind'],
    owners: 'any',
  },
  container: {
    unit: 'container',
    name: 'containerName',
    uid: 'podUid',
    otherKeys: ['podName', 'namespace', 'workloadName', 'workloadKind'],
    owners: 'any',
  },
  deployment: workloads('Deployment'),
  statefulset: workloads('StatefulSet'),
  daemonset: workloads('DaemonSet'),
  node: {
    unit: 'node',
    name: 'nodeName',
    uid: 'nodeUid',
    otherKeys: ['instanceType'],
    owners: 'any',
  },
  instance_type: { unit: 'instance_type', name: 'instanceType', otherKeys: [], owners: 'any' },
  'owner:team': { unit: 'owner', name: 'team', otherKeys: [], owners: 'any' },
  'owner:department': { unit: 'owner', name: 'department', otherKeys: [], owners: 'any' },
  'time:day': { unit: 'day', name: 'day', otherKeys: [], owners: 'any' },
};
export const groupBys = Object.keys(namedGroupings);

/** The column of an owner that holds its labels or its annotations. */
export type LabelField = 'labels' | 'annotations';

/** A label or annotation that rows are grouped by. */
export interface GroupedLabel {
  /** As written in `group_by` and `sort_by`: `label:<key>`, `annotation:<key>`. */
  readonly text: string;
  readonly field: LabelField;
  readonly key: string;
  /** Alias of its column in SQL, which never contains text of the key. */
  readonly column: string;
}

/** All groupings of a query combined: one row per combination of their values. */
export interface Grouping {
  readonly units: readonly UnitName[];
  /** Columns that `search` looks at: names of groups, and labels. */
  readonly names: readonly string[];
  readonly hasUid: boolean;
  readonly labels: readonly GroupedLabel[];
  /** The owner of a row satisfies each of these. */
  readonly owners: readonly Owners[];
  /** Columns that identify a row besides its cluster; in `detail` with uids. */
  readonly keys: Readonly<Record<ViewMode, readonly string[]>>;
}

const labelGrouping = /^(label|annotation):(.+)$/su;
/** Longest key of Kubernetes, and the longest that is stored (decision 54). */
export const maxKeyLength = 317;

/** Whether a text is a valid grouping. */
export const isGrouping = (text: string): boolean =>
  groupBys.includes(text) || labelGrouping.test(text);

/** Parses the groupings of a query and combines them, in order. */
export function toGrouping(texts: readonly string[]): Grouping {
  const labels = texts.flatMap(parseLabel);
  const parts = texts.map(
    (text, index): NamedGrouping =>
      namedGroupings[text] ?? {
        unit: 'owner',
        name: `label${index}`,
        otherKeys: [],
        owners: 'any',
      },
  );
  const listKeys = (hasUids: boolean) =>
    unique(
      parts.flatMap(({ name, uid, otherKeys }) => [
        name,
        ...(hasUids && uid !== undefined ? [uid] : []),
        ...otherKeys,
      ]),
    );
  return {
    units: unique(parts.map(({ unit }) => unit)),
    names: parts.map(({ name }) => name),
    hasUid: parts.some(({ uid }) => uid !== undefined),
    labels,
    owners: unique(parts.map(({ owners }) => owners)).filter((owners) => owners !== 'any'),
    keys: { detail: listKeys(true), grouped: listKeys(false) },
  };
}

function parseLabel(text: string, index: number): GroupedLabel[] {
  const [, kind, key] = labelGrouping.exec(text) ?? [];
  if (key === undefined) return [];
  const field = kind === 'label' ? 'labels' : 'annotations';
  return [{ text, field, key, column: `label${index}` }];
}

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];
