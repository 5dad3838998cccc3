export const operators = ['in', 'not_in', 'contains', 'starts_with'] as const;
export type Operator = (typeof operators)[number];

/** One condition of an axis (decision 34). */
export interface Statement {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

export const axes = ['workload', 'pod', 'node', 'cluster'] as const;
export type Axis = (typeof axes)[number];

/** Statements that are joined by OR. */
export type AnyOf = readonly Statement[];

/**
 * What each axis must match: every one of its lists. Without a list an axis filters nothing, and no
 * list is empty.
 */
export type Filters = Readonly<Record<Axis, readonly AnyOf[]>>;

/** An expression of a body: statements by their axis. */
export type Expression = Readonly<Partial<Record<Axis, AnyOf>>>;

/** Each axis of each expression must match. */
export function toFilters(expressions: readonly Expression[]): Filters {
  const listsOf = (axis: Axis) =>
    expressions.flatMap((expression) => {
      const statements = expression[axis] ?? [];
      return statements.length === 0 ? [] : [statements];
    });
  return {
    workload: listsOf('workload'),
    pod: listsOf('pod'),
    node: listsOf('node'),
    cluster: listsOf('cluster'),
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

/** The key of the label that a workload field names: `label:<key>`. */
export const parseLabelKey = (field: string): string | undefined => labelField.exec(field)?.[1];

export const isWorkloadField = (field: string): boolean =>
  (workloadFields as readonly string[]).includes(field) || parseLabelKey(field) !== undefined;
