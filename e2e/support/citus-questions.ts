import { type DocumentedOperation, requiredQuery } from './operations.ts';

/** A request: of a path, or with a body to it. */
export interface Question {
  readonly path: string;
  readonly body?: object;
}

const { from, to } = requiredQuery;
const days = { start_date: from, end_date: to };
const window = `${from}T00:00:00Z,${to}T00:00:00Z`;

const combine = (...choices: readonly (readonly string[])[]): string[][] =>
  choices.reduce<string[][]>(
    (made, choice) => made.flatMap((chosen) => choice.map((one) => [...chosen, one])),
    [[]],
  );

/** Files in every grain, idle mode and format. */
export const exports: readonly Question[] = combine(
  ['workload', 'namespace'],
  ['unallocated', 'apportioned'],
  ['csv', 'jsonl', 'parquet'],
).map(([grain, idle, format]) => ({
  path: `/v1/exports/focus?from=${from}&to=${to}&grain=${grain}&idle=${idle}&format=${format}`,
}));

const names =
  'workload namespace controller_kind pod container deployment statefulset daemonset node ' +
  'instance_type owner:team owner:department time:day label:team annotation:owner';
const groupings = [
  ...names.split(' '),
  ['namespace', 'label:team'],
  ['container', 'node'],
  ['namespace', 'pod', 'label:team'],
];
const says = (field: string, operator: string, ...values: readonly string[]) => [
  { field, operator, values },
];
const filters: readonly object[] = [
  { workload: says('namespace', 'in', 'shop') },
  { workload: says('team', 'in', 'platform') },
  { workload: says('department', 'not_in', 'engineering') },
  { workload: says('label:team', 'starts_with', 'sh') },
  { workload: says('name', 'contains', 'a'), node: says('name', 'in', 'first') },
  { pod: says('name', 'contains', 'web') },
  { cluster: says('name', 'in', 'north') },
  { workload: says('kind', 'in', 'Deployment'), all_of: [{ pod: says('name', 'contains', 'a') }] },
];

const explore = (question: object): Question => ({
  path: '/v1/cost-explorer/query',
  body: { ...days, ...question },
});

/** Every kind of row and order, a page of few rows, and a question that nothing answers. */
const views = [
  { view_mode: 'grouped', per_page: 2 },
  { sort_by: 'costSharePercent', sort_order: 'asc', per_page: 1, page: 2 },
  { search: 'nothing has this name' },
];

/** Questions of the explorer by every grouping, view and kind of filter, on both bases. */
export const explorations: readonly Question[] = [
  ...groupings.flatMap((grouping) => [
    explore({ group_by: grouping, basis: 'all' }),
    ...views.map((view) => explore({ group_by: grouping, ...view })),
  ]),
  ...filters.flatMap((filter) => [
    explore({ filter_expression: filter }),
    explore({ filter_expression: filter, group_by: 'pod', cost_mode: 'workload_only' }),
  ]),
  ...groupings.map((grouping) =>
    explore({ group_by: grouping, filter_expression: { node: says('name', 'in', 'first') } }),
  ),
  explore({ group_by: 'label:team', label_inheritance: true }),
  explore({ group_by: ['time:day', 'label:team'], label_inheritance: true }),
  explore({ per_page: 10_000, export: true }),
];

const aggregates = [
  'namespace',
  'cluster',
  'controller',
  'node',
  'pod',
  'container',
  'label:team',
  'annotation:owner',
  'namespace,pod,container',
  'namespace,label:team',
];

/** What a client of OpenCost asks: every property, and what becomes of idle costs. */
export const allocations: readonly Question[] = [
  ...combine(aggregates, ['', '&includeIdle=true', '&includeIdle=true&shareIdle=true']).map(
    ([aggregate, idle]) => `aggregate=${aggregate}${idle}`,
  ),
  'includeIdle=true',
  'aggregate=namespace&step=7h',
  'aggregate=pod&step=1d',
  'aggregate=pod&filter=namespace:"shop"',
  'aggregate=namespace&filter=node:"first"%2Bpod:"web"',
].map((query) => ({ path: `/opencost/allocation?window=${window}&${query}` }));

/** Values of parameters that are no enumerations. */
const given: Readonly<Record<string, string>> = {
  namespace: 'shop',
  team: 'platform',
  department: 'engineering',
  min_savings_hourly: '0.05',
  resource_type: 'Deployment',
};

/** The queries of a route: none, a short page, and each optional parameter with each of its values. */
export const listQueries = (
  { query, isPaged }: DocumentedOperation,
  values: Readonly<Record<string, string>>,
): string[][] => [
  [],
  ...(isPaged ? [['limit=2']] : []),
  ...query
    .filter(({ required }) => required !== true)
    .flatMap(({ name, schema }) => {
      const value = given[name] ?? values[name];
      const own = schema.type === 'boolean' ? ['true'] : (schema.enum ?? schema.items?.enum);
      return (own ?? (value === undefined ? [] : [value])).map((one) => [
        `${name}=${one}`,
        // Sets of an hour have no containers, which are the default.
        ...(one === 'hour' ? ['aggregate=namespace'] : []),
      ]);
    }),
];
