/** Values of `cost --by`: the groupings of the cost explorer, and owners, which need one query each. */
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

/** Whether the cost explorer can combine it with others; labels and annotations can be combined too. */
export const isCombinable = (grouping: string): boolean =>
  /^(?:label|annotation):./.test(grouping) ||
  ((groupings as readonly string[]).includes(grouping) && !isOwner(grouping));

/** The grouping's name in the cost explorer; the key of a label may be any text. */
export const toGroupBy = (grouping: string): string =>
  grouping.includes(':') ? grouping : grouping.replace('-', '_');
