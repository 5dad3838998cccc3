export const operators = ['in', 'not_in', 'contains', 'starts_with'] as const;
export type Operator = (typeof operators)[number];

/** One condition on a field of an axis (decision 34). */
export interface Statement {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

export const axes = ['workload', 'pod', 'node', 'cluster'] as const;
export type Axis = (typeof axes)[number];

/** Statements that are joined by OR. */
export type AnyOf = readonly Statement[];

/** Conditions by axis: each list must match. An axis without lists is not filtered; lists are never empty. */
export type Filters = Readonly<Record<Axis, readonly AnyOf[]>>;

/** A filter expression of the request body: statements by axis. */
export type Expression = Readonly<Partial<Record<Axis, AnyOf>>>;

/** Combines expressions with AND: each axis of each of them must match. */
export function toFilters(expressions: readonly Expression[]): Filters {
  const collectLists = (axis: Axis) =>
    expressions.flatMap((expression) => {
      const statements = expression[axis] ?? [];
      return statements.length === 0 ? [] : [statements];
    });
  return {
    workload: collectLists('workload'),
    pod: collectLists('pod'),
    node: collectLists('node'),
    cluster: collectLists('cluster'),
  };
}

export const workloadFields = ['name', 'uid', 'namespace', 'kind', 'team', 'department'] as const;
export const podFields = ['name', 'uid'] as const;
export const nodeFields = [
  'name',
  'uid',
  'instance_type',
  'node_group',
  'zone',
  'capacity_type',
  'architecture',
] as const;
export const clusterFields = ['name', 'provider', 'region', 'environment'] as const;

const labelField = /^label:(.+)$/su;

/** The key in a workload field of the form `label:<key>`; `undefined` for other fields. */
export const parseLabelKey = (field: string): string | undefined => labelField.exec(field)?.[1];

export const isWorkloadField = (field: string): boolean =>
  (workloadFields as readonly string[]).includes(field) || parseLabelKey(field) !== undefined;
