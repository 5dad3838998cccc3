/** What rows can be of (decision 33), and beyond it who owns what, and when. */
export const groupBys = [
  'workload',
  'namespace',
  'controller_kind',
  'pod',
  'container',
  'deployment',
  'statefulset',
  'daemonset',
  'node',
  'instance_type',
  'owner:team',
  'owner:department',
  'time:day',
] as const;
type GroupBy = (typeof groupBys)[number];

/** Groupings of a question at most (decision 58). */
export const mostGroupings = 3;

/** `detail`: one row per resource and cluster; `grouped`: one per name, whatever the cluster. */
export const viewModes = ['detail', 'grouped'] as const;
export type ViewMode = (typeof viewModes)[number];

/** What names a row (decision 35), without its cluster and the labels that it is grouped by. */
export const keyNames = [
  'workloadName',
  'workloadUid',
  'workloadKind',
  'namespace',
  'podName',
  'podUid',
  'containerName',
  'nodeName',
  'nodeUid',
  'instanceType',
  'team',
  'department',
  'day',
] as const;
export type KeyName = (typeof keyNames)[number];

/** The cluster of a row, in detail. */
export const clusterKeyNames = ['clusterId', 'clusterName'] as const;

/** Among which owners of cost the rows are: a namespace owns what none of its workloads does. */
export type Owners = 'any' | 'workloads' | 'Deployment' | 'StatefulSet' | 'DaemonSet';

/** What is added up first, from which the rows then follow. */
export type UnitName = 'owner' | 'pod' | 'container' | 'node' | 'instance_type' | 'day';

/** What rows of one of the groupings are made of. */
interface NamedGrouping {
  readonly unit: UnitName;
  /** The group's name, or the column of its label: what is searched, and what ties break by. */
  readonly name: string;
  /** The Kubernetes uid, in detail. */
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

const namedGroupings: Readonly<Record<GroupBy, NamedGrouping>> = {
  workload: workloads('workloads'),
  deployment: workloads('Deployment'),
  statefulset: workloads('StatefulSet'),
  daemonset: workloads('DaemonSet'),
  controller_kind: { unit: 'owner', name: 'workloadKind', otherKeys: [], owners: 'workloads' },
  namespace: { unit: 'owner', name: 'namespace', otherKeys: [], owners: 'any' },
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

/** Where an owner has the keys that rows can be grouped by. */
export type LabelField = 'labels' | 'annotations';

/** A label or an annotation whose values rows are grouped by. */
export interface GroupedLabel {
  /** As it is asked for and sorted by: `label:<key>`, `annotation:<key>`. */
  readonly text: string;
  readonly field: LabelField;
  readonly key: string;
  /** Its column, which has no word of the key in it. */
  readonly column: string;
}

/** All groupings of a question as one, which tells rows apart by each of them. */
export interface Grouping {
  readonly units: readonly UnitName[];
  /** What is searched: names of groups, and the columns of labels. */
  readonly names: readonly string[];
  readonly hasUid: boolean;
  readonly labels: readonly GroupedLabel[];
  /** A row is of an owner that is among each of these. */
  readonly owners: readonly Owners[];
  /** What rows are told apart by, without their cluster: in detail with uids. */
  readonly keys: Readonly<Record<ViewMode, readonly string[]>>;
}

const labelGrouping = /^(label|annotation):(.+)$/su;
/** Of Kubernetes; none that is stored is longer (decision 54). */
export const mostKeyLength = 317;

/** Whether rows can be grouped by this. */
export const isGrouping = (text: string): boolean =>
  (groupBys as readonly string[]).includes(text) || labelGrouping.test(text);

/** Reads the groupings of a question, in their order. */
export function toGrouping(texts: readonly string[]): Grouping {
  const labels = texts.flatMap(parseLabel);
  const parts = texts.map((text, index): NamedGrouping => {
    const named: Readonly<Record<string, NamedGrouping>> = namedGroupings;
    return named[text] ?? { unit: 'owner', name: `label${index}`, otherKeys: [], owners: 'any' };
  });
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
