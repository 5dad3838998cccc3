import { bases, costModes, named, oneOf } from '@costplane/plugin-api/schema';
import { type Static, type TSchema, Type } from 'typebox';
import { clusterFields, nodeFields, operators, podFields } from './filter.ts';
import { groupBys, maxGroupings, viewModes } from './grouping.ts';

export const defaultPerPage = 50;
export const maxPerPage = 500;
export const maxPerExportedPage = 10_000;

const day = (description: string) => Type.String({ format: 'date', description });

const statements = <Field extends TSchema>(axis: string, field: Field) => {
  const statement = Type.Object(
    {
      field,
      operator: oneOf(operators, {
        description: '`not_in` also matches resources that have no such value.',
      }),
      values: Type.Array(Type.String(), {
        description: 'Exact, case-sensitive matches; one matching value is enough.',
      }),
    },
    { additionalProperties: false },
  );
  return Type.Optional(
    Type.Array(
      named(`CostExplorer${axis}Statement`, statement, 'Restricts the rows by one field.'),
      { description: `Statements about the ${axis.toLowerCase()}.` },
    ),
  );
};

const workloadField = Type.String({
  description:
    '`name`, `uid`, `namespace`, `kind`, `label:<key>`, `team` or `department`, with their values at that time.',
});
const axisStatements = {
  workload: statements('Workload', workloadField),
  pod: statements('Pod', oneOf(podFields, { description: 'Field of the pod.' })),
  node: statements('Node', oneOf(nodeFields, { description: 'Field of the node.' })),
  cluster: statements('Cluster', oneOf(clusterFields, { description: 'Field of the cluster.' })),
};

const filterExpression = Type.Object(
  {
    ...axisStatements,
    all_of: Type.Optional(
      Type.Array(Type.Object(axisStatements, { additionalProperties: false }), {
        description:
          'More expressions, each of which must match as well. Use it to combine statements of one ' +
          'axis with AND.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'The statements of one axis are combined with OR, the axes with AND. At most 50 ' +
      'statements and 500 values in total.',
  },
);

/** Request body of the cost explorer (decisions 33 and 34). */
export const bodySchema = named(
  'CostExplorerQuery',
  Type.Partial(
    Type.Object({
      group_by: Type.Unsafe<string | string[]>({
        type: ['string', 'array'],
        items: { type: 'string' },
        minItems: 1,
        maxItems: maxGroupings,
        uniqueItems: true,
        default: 'workload',
        examples: ['label:app', ['namespace', 'label:app']],
        description:
          `What each row stands for: ${groupBys.map((name) => `\`${name}\``).join(', ')}, ` +
          '`label:<key>` or `annotation:<key>`, or a list of up to three of them, for one row ' +
          'per combination. `deployment`, `statefulset` and `daemonset` are `workload` ' +
          'restricted to that kind. Cost without the label is a row with the value null. Cost ' +
          'that no team owns is a row without `team`; cost that several teams own together is ' +
          'a row with all of their names.',
      }),
      label_inheritance: Type.Boolean({
        default: false,
        description:
          'Whether a label or annotation of the namespace counts for `group_by` where the ' +
          'workload has none.',
      }),
      cost_mode: Type.Unsafe<(typeof costModes)[number]>({
        ...oneOf(costModes, { default: 'fully_loaded' }),
        description: '`workload_only` excludes idle cost and overhead.',
        'x-error-code': 'INVALID_COST_MODE',
      }),
      basis: oneOf(bases, {
        default: 'legacy',
        description: '`legacy` includes compute only; `all` adds storage and the control plane.',
      }),
      start_date: day('First day (UTC). Default: 29 days before `end_date`.'),
      end_date: day('Last day (UTC), inclusive; the window is at most 3,660 days. Default: today.'),
      page: Type.Integer({ minimum: 1, default: 1, description: 'Number of the page, from 1.' }),
      per_page: Type.Integer({
        minimum: 1,
        maximum: maxPerExportedPage,
        default: defaultPerPage,
        description: `Rows per page: at most ${maxPerPage}, or ${maxPerExportedPage} with \`export\`.`,
      }),
      export: Type.Boolean({ default: false, description: 'Raises the maximum of `per_page`.' }),
      sort_by: Type.String({
        default: 'totalCost',
        description: 'A field of the rows of this grouping. Rows without a value come last.',
      }),
      sort_order: oneOf(['asc', 'desc'], {
        default: 'desc',
        description: 'Ascending or descending.',
      }),
      search: Type.String({
        description: "Matches part of the group's name, ignoring case; no wildcards.",
      }),
      view_mode: oneOf(viewModes, {
        default: 'detail',
        description:
          '`detail`: one row per resource. `grouped`: resources of the same name in several ' +
          'clusters share a row.',
      }),
      cluster_ids: Type.Array(Type.String({ format: 'uuid' }), {
        description: 'Only these clusters; clusters that the key may not read are ignored.',
      }),
      filter_expression: filterExpression,
    }),
    { additionalProperties: false },
  ),
  'A query to the cost explorer. Every field is optional.',
);

export type ExplorerBody = Static<typeof bodySchema>;
