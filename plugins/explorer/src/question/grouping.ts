/** What rows can be of (decision 33). */
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
] as const;
export type GroupBy = (typeof groupBys)[number];

/** `detail`: one row per resource and cluster; `grouped`: one per name, whatever the cluster. */
export const viewModes = ['detail', 'grouped'] as const;
export type ViewMode = (typeof viewModes)[number];

/** What names a row (decision 35), without its cluster. */
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
] as const;
export type KeyName = (typeof keyNames)[number];

/** The cluster of a row, in detail. */
export const clusterKeyNames = ['clusterId', 'clusterName'] as const;

/** Among which owners of cost the rows are: a namespace owns what none of its workloads does. */
export type Owners = 'any' | 'workloads' | 'Deployment' | 'StatefulSet' | 'DaemonSet';

/** What rows of a grouping are made of. */
export interface Grouping {
  /** What is added up first, from which the rows then follow. */
  readonly unit: 'owner' | 'pod' | 'container' | 'node' | 'instance_type';
  /** The group's name: what is searched, and what ties break by. */
  readonly name: KeyName;
  /** The Kubernetes uid, in detail. */
  readonly uid?: KeyName;
  readonly otherKeys: readonly KeyName[];
  readonly owners: Owners;
}

const workloads = (owners: Owners): Grouping => ({
  unit: 'owner',
  name: 'workloadName',
  uid: 'workloadUid',
  otherKeys: ['workloadKind', 'namespace'],
  owners,
});

export const groupings: Readonly<Record<GroupBy, Grouping>> = {
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
};

/** The keys of a grouping's rows without the cluster's, the name first; grouped rows have no uid. */
export function listKeys(groupBy: GroupBy, viewMode: ViewMode): readonly KeyName[] {
  const { name, uid, otherKeys } = groupings[groupBy];
  const hasUid = viewMode === 'detail' && uid !== undefined;
  return [name, ...(hasUid ? [uid] : []), ...otherKeys];
}
