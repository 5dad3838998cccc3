import { type Exploration } from '../../api/questions.ts';
import { isNameIn } from '../../parts/address.ts';
import { type Axis, type ExploreFilter, type Operator } from '../../parts/explore-filter.ts';

export type { Axis, Operator };

type Expression = NonNullable<Exploration['filter_expression']>;
export const operators: Readonly<Record<Operator, string>> = {
  in: 'is',
  not_in: 'is not',
  contains: 'contains',
  starts_with: 'starts with',
};

/** A filter as a chip. All filters must match. */
export type Filter = ExploreFilter;

/** The fields that users can filter by; `label:` is followed by the key of a label. */
export const fields: Readonly<Record<Axis, Readonly<Record<string, string>>>> = {
  workload: {
    namespace: 'Namespace',
    team: 'Team',
    department: 'Department',
    'label:': 'Label …',
    name: 'Workload',
    kind: 'Kind',
  },
  pod: { name: 'Pod' },
  node: {
    name: 'Node',
    node_group: 'Node group',
    instance_type: 'Instance type',
    zone: 'Zone',
    capacity_type: 'Capacity type',
    architecture: 'Architecture',
  },
  cluster: {
    name: 'Cluster',
    environment: 'Environment',
    provider: 'Provider',
    region: 'Region',
  },
};
export const axisLabels: Readonly<Record<Axis, string>> = {
  workload: 'Workloads',
  pod: 'Pods',
  node: 'Nodes',
  cluster: 'Clusters',
};

/** The resource of a row, by uid or id; set by drilling down. */
const idFields = ['uid', 'id'];

export function fieldLabel({ axis, field }: Pick<Filter, 'axis' | 'field'>): string {
  if (field.startsWith('label:')) return `Label ${field.slice('label:'.length)}`;
  return fields[axis][idFields.includes(field) ? 'name' : field] ?? field;
}

/** "is api or web". */
export function describeValues({ operator, values, label }: Filter): string {
  const shown = label ?? values.map((value) => (value === '' ? '(empty)' : value)).join(' or ');
  return `${operators[operator]} ${shown}`;
}

/** The valid filters in a URL. */
export const readFilters = (search: unknown): readonly Filter[] =>
  Array.isArray(search) ? search.filter(isFilter) : [];

function isFilter(value: unknown): value is Filter {
  const { axis, field, operator, values, label } = (value ?? {}) as Partial<
    Record<string, unknown>
  >;
  return (
    isNameIn(fields, axis) &&
    typeof field === 'string' &&
    (isNameIn(fields[axis], field) || /^label:./s.test(field) || idFields.includes(field)) &&
    isNameIn(operators, operator) &&
    Array.isArray(values) &&
    values.every((one) => typeof one === 'string') &&
    (label === undefined || typeof label === 'string')
  );
}

const isClusterId = ({ axis, field }: Filter) => axis === 'cluster' && field === 'id';

/** In the API's form: statements of one axis are joined by OR, so each filter has its own expression. */
export function toRequest(
  filters: readonly Filter[],
): Pick<Exploration, 'filter_expression' | 'cluster_ids'> {
  const ids = filters.find(isClusterId)?.values;
  const expressions = filters
    .filter((filter) => !isClusterId(filter))
    .map(({ axis, field, operator, values }) => ({
      [axis]: [{ field, operator, values: [...values] }],
    }));
  const [first, ...others] = expressions as Expression[];
  return {
    ...(ids && { cluster_ids: [...ids] }),
    ...(first && {
      filter_expression: { ...first, ...(others.length > 0 && { all_of: others }) },
    }),
  };
}

export const isAlike = (one: Filter, other: Filter) =>
  one.axis === other.axis && one.field === other.field && one.operator === other.operator;

/** Adds a filter from the form: its values are added to those of the same field. */
export function mergeFilter(filters: readonly Filter[], added: Filter): readonly Filter[] {
  const index = filters.findIndex((filter) => isAlike(filter, added));
  const merged = filters[index];
  if (!merged || !['in', 'not_in'].includes(added.operator)) return [...filters, added];
  const values = [...new Set([...merged.values, ...added.values])];
  return filters.with(index, { ...merged, values });
}

/** Adds filters that narrow the selection: they replace lists of values that contain theirs. */
export const narrowFilters = (
  filters: readonly Filter[],
  added: readonly Filter[],
): readonly Filter[] => [
  ...filters.filter((filter) => !added.some((one) => isAlike(filter, one))),
  ...new Map(added.map((one) => [JSON.stringify(one), one])).values(),
];
