import { bases, costModes, named, oneOf } from '@costplane/plugin-api/schema';
import { type Static, type TSchema, Type } from 'typebox';
import { clusterFields, nodeFields, operators } from './filter.ts';
import { groupBys, viewModes } from './grouping.ts';

export const defaultPerPage = 50;
export const mostPerPage = 500;
export const mostPerExportedPage = 10_000;

const day = (description: string) => Type.String({ format: 'date', description });

const statementOn = <Field extends TSchema>(title: string, field: Field) =>
  named(
    title,
    Type.Object(
      {
        field,
        operator: oneOf(operators, {
          description: '`not_in` also matches what has no such value.',
        }),
        values: Type.Array(Type.String(), {
          description: 'Matched exactly and case-sensitively; one that matches is enough.',
        }),
      },
      { additionalProperties: false },
    ),
  );

const workloadStatement = statementOn(
  'CostExplorerWorkloadStatement',
  Type.String({
    description:
      '`name`, `namespace`, `kind`, `label:<key>`, `team` or `department`, as they were at the time.',
  }),
);
const nodeStatement = statementOn('CostExplorerNodeStatement', oneOf(nodeFields));
const clusterStatement = statementOn('CostExplorerClusterStatement', oneOf(clusterFields));

const filterExpression = Type.Object(
  {
    workload: Type.Optional(Type.Array(workloadStatement)),
    node: Type.Optional(Type.Array(nodeStatement)),
    cluster: Type.Optional(Type.Array(clusterStatement)),
  },
  {
    additionalProperties: false,
    description:
      'Statements of one axis are joined by OR, the axes by AND: at most 50 statements and 500 ' +
      'values in all.',
  },
);

/** What is asked of the explorer (decisions 33 and 34). Every field is optional. */
export const bodySchema = named(
  'CostExplorerQuery',
  Type.Object(
    {
      group_by: Type.Optional(
        oneOf(groupBys, {
          default: 'workload',
          description:
            'What rows are of. The controller kinds are `workload` restricted to that kind.',
        }),
      ),
      cost_mode: Type.Optional(
        Type.Unsafe<(typeof costModes)[number]>({
          ...oneOf(costModes, { default: 'fully_loaded' }),
          description: '`workload_only` leaves idle and overhead out.',
          'x-error-code': 'INVALID_COST_MODE',
        }),
      ),
      basis: Type.Optional(
        oneOf(bases, {
          default: 'legacy',
          description: '`legacy` sums compute; `all` adds storage and the control plane.',
        }),
      ),
      start_date: Type.Optional(
        day('First day (UTC). By default the end and the 29 days before it.'),
      ),
      end_date: Type.Optional(
        day('Last day (UTC), itself included; at most 3,660 days. By default today.'),
      ),
      page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
      per_page: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: mostPerExportedPage,
          default: defaultPerPage,
          description: `Rows on a page: at most ${mostPerPage}, with \`export\` ${mostPerExportedPage}.`,
        }),
      ),
      export: Type.Optional(
        Type.Boolean({ default: false, description: 'Raises the limit of `per_page`.' }),
      ),
      sort_by: Type.Optional(
        Type.String({
          default: 'totalCost',
          description: "A field of this grouping's rows. What has no value comes last.",
        }),
      ),
      sort_order: Type.Optional(oneOf(['asc', 'desc'], { default: 'desc' })),
      search: Type.Optional(
        Type.String({ description: "Part of the group's name, in any case; no wildcards." }),
      ),
      view_mode: Type.Optional(
        oneOf(viewModes, {
          default: 'detail',
          description:
            '`detail`: a row per resource; `grouped`: resources of one name over clusters are one.',
        }),
      ),
      cluster_ids: Type.Optional(
        Type.Array(Type.String({ format: 'uuid' }), {
          description: 'Of these clusters only, as far as the key may read them.',
        }),
      ),
      filter_expression: Type.Optional(filterExpression),
    },
    { additionalProperties: false },
  ),
);

export type ExplorerBody = Static<typeof bodySchema>;
