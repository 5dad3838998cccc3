/** Resources that `costplane get` can list. */
export const resourceNames = [
  'clusters',
  'namespaces',
  'workloads',
  'nodes',
  'node-groups',
  'recommendations',
  'teams',
  'departments',
] as const;

export type ResourceName = (typeof resourceNames)[number];
