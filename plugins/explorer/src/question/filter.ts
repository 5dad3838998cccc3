export const operators = ['in', 'not_in', 'contains', 'starts_with'] as const;
export type Operator = (typeof operators)[number];

/** One condition of an axis (decision 34). */
export interface Statement {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

export const axes = ['workload', 'node', 'cluster'] as const;
export type Axis = (typeof axes)[number];

/** Statements of one axis are joined by OR, axes by AND; without statements an axis filters nothing. */
export type Filters = Readonly<Record<Axis, readonly Statement[]>>;

export const workloadFields = ['name', 'namespace', 'kind', 'team', 'department'] as const;
export const nodeFields = [
  'name',
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
