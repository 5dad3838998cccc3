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

export type Owner = 'cluster' | 'team' | 'department';

export const isOwner = (grouping: string): grouping is Owner =>
  ['cluster', 'team', 'department'].includes(grouping);

/** Whether the cost explorer can combine it with others: labels and annotations as well. */
export const isCombinable = (grouping: string): boolean =>
  /^(?:label|annotation):./.test(grouping) ||
  ((groupings as readonly string[]).includes(grouping) && !isOwner(grouping));

/** As the cost explorer names it; a key of a label is anybody's. */
export const toGroupBy = (grouping: string): string =>
  grouping.includes(':') ? grouping : grouping.replace('-', '_');
