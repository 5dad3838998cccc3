/** What `cost --by` takes: what the cost explorer groups by, and what it is asked for one by one. */
export const groupings = [
  'namespace',
  'workload',
  'deployment',
  'statefulset',
  'daemonset',
  'controller-kind',
  'pod',
  'container',
  'node',
  'instance-type',
  'cluster',
  'team',
  'department',
] as const;

export type Grouping = (typeof groupings)[number];
export type Owner = 'cluster' | 'team' | 'department';

export const isOwner = (grouping: Grouping): grouping is Owner =>
  ['cluster', 'team', 'department'].includes(grouping);
