import { dates, datesWithin } from './fleet.ts';

/** A question to the explorer, with what tells it from the others. */
export interface ExplorerQuestion {
  readonly name: string;
  readonly body: object;
}

const groupings = [
  'workload',
  'namespace',
  'controller_kind',
  'deployment',
  'statefulset',
  'daemonset',
  'pod',
  'container',
  'node',
  'instance_type',
  'label:app.kubernetes.io/part-of',
  ['namespace', 'label:team'],
];

const groupingsWithin = [
  ...groupings,
  'time:day',
  ['time:day', 'owner:team'],
  ['time:day', 'label:team'],
];

const node = { node: [{ field: 'architecture', operator: 'in', values: ['amd64'] }] };
const workload = { workload: [{ field: 'kind', operator: 'not_in', values: ['CronJob'] }] };
const cluster = { cluster: [{ field: 'name', operator: 'contains', values: ['cluster'] }] };

/** Filters that leave most of the ledger, so that there is most to add up. */
const filters = {
  'node filter': node,
  'workload filter': workload,
  'cluster filter': cluster,
  'every filter': { ...node, ...workload, ...cluster },
};

const pages = { 50: { per_page: 50 }, 10_000: { per_page: 10_000, export: true } };

/** Every grouping with filters of each axis, over both bases, in small and in large pages. */
export const explorerQuestions: readonly ExplorerQuestion[] = groupings.flatMap((groupBy) =>
  Object.entries(filters).flatMap(([filtered, filterExpression]) =>
    ['legacy', 'all'].flatMap((basis) =>
      Object.entries(pages).map(([rows, page]) => ({
        name: `${[groupBy].flat().join(' and ')}, ${filtered}, ${basis}, ${rows} a page`,
        body: {
          group_by: groupBy,
          basis,
          filter_expression: filterExpression,
          ...page,
          ...dates,
        },
      })),
    ),
  ),
);

/** The same over the default window, the last 30 days. */
export const questionsOfLastDays: readonly ExplorerQuestion[] = explorerQuestions.map(
  ({ name, body }) => ({
    name: `${name}, demo`,
    body: { ...body, start_date: undefined, end_date: undefined },
  }),
);

/** The same over days within closed periods: in both modes, in small pages. */
export const questionsWithin: readonly ExplorerQuestion[] = groupingsWithin.flatMap((groupBy) =>
  Object.entries(filters).flatMap(([filtered, filterExpression]) =>
    ['fully_loaded', 'workload_only'].map((costMode) => ({
      name: `${[groupBy].flat().join(' and ')}, ${filtered}, ${costMode}, days`,
      body: {
        group_by: groupBy,
        basis: 'all',
        cost_mode: costMode,
        filter_expression: filterExpression,
        ...datesWithin,
      },
    })),
  ),
);
