export type Axis = 'workload' | 'pod' | 'node' | 'cluster';
export type Operator = 'in' | 'not_in' | 'contains' | 'starts_with';

/** A filter of the explorer as in its URL; rows match any of the values. */
export interface ExploreFilter {
  readonly axis: Axis;
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
  /** The name of the resource with this uid or id. */
  readonly label?: string;
}

/** For links to the explorer. */
export const filterByCluster = (id: string, name: string | undefined): ExploreFilter => ({
  axis: 'cluster',
  field: 'id',
  operator: 'in',
  values: [id],
  label: name ?? id,
});

export const filterByNamespace = (name: string): ExploreFilter => ({
  axis: 'workload',
  field: 'namespace',
  operator: 'in',
  values: [name],
});

/** Filters for the workloads that these teams or departments own together. */
export const filterByOwner = (
  field: 'team' | 'department',
  names: readonly string[],
): ExploreFilter[] =>
  names.map((name) => ({
    axis: 'workload',
    field,
    operator: 'in',
    values: [name],
  }));
