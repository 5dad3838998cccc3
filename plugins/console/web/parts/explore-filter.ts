export type Axis = 'workload' | 'pod' | 'node' | 'cluster';
export type Operator = 'in' | 'not_in' | 'contains' | 'starts_with';

/** A filter of the explorer, as its address holds it: one of the values is enough. */
export interface ExploreFilter {
  readonly axis: Axis;
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
  /** What a uid or an id stands for. */
  readonly label?: string;
}

/** For links into the explorer. */
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

/** What a team owns; several own together what has the names of all. */
export const filterByTeam = (names: string): ExploreFilter[] =>
  names.split(', ').map((name) => ({
    axis: 'workload',
    field: 'team',
    operator: 'in',
    values: [name],
  }));
