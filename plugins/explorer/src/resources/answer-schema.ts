import { count, named } from '@costplane/plugin-api/schema';
import { type Static, type TSchema, Type } from 'typebox';
import { clusterKeyNames, keyNames } from '../question/grouping.ts';
import { amountNames, numberNames } from '../question/measure.ts';

const optional = <Name extends string, Schema extends TSchema>(
  names: readonly Name[],
  schema: Schema,
) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(schema)])) as Record<
    Name,
    ReturnType<typeof Type.Optional<Schema>>
  >;

const amount = (description: string) => Type.String({ pattern: '^-?\\d+\\.\\d{4}$', description });

/** A row (decision 35): the keys that the grouping has, and what could be measured. */
export const costRowSchema = named(
  'CostExplorerRow',
  Type.Object({
    ...optional([...keyNames, ...clusterKeyNames], Type.String()),
    ...optional(
      amountNames,
      amount('In the currency of the summary, with four decimals; absent when unknown.'),
    ),
    ...optional(numberNames, Type.Number({ description: 'Absent when not measured.' })),
  }),
  'The keys of the grouping, and the measures. A measure without data is absent, never 0.',
);
export type CostExplorerRow = Static<typeof costRowSchema>;

export const summarySchema = named(
  'CostExplorerSummary',
  Type.Object({
    totalCost: Type.Optional(amount('Sum over the rows of all pages.')),
    unallocatedCost: Type.Optional(
      amount(
        'Cost that belongs to no row of this grouping. Without `search`, `totalCost` plus this ' +
          'is the same for every grouping.',
      ),
    ),
    previousPeriodCost: Type.Optional(
      amount('`totalCost` of the preceding window of the same length; absent without history.'),
    ),
    changePercent: Type.Optional(
      Type.Number({
        description:
          'Change from `previousPeriodCost` to `totalCost` in percent; absent when ' +
          '`previousPeriodCost` is 0 or absent.',
      }),
    ),
    rowCount: count('Number of rows on all pages.'),
    clusterCount: count('Number of clusters that the rows come from.'),
    averageDailyCost: Type.Optional(amount('`totalCost` divided by the days of the window.')),
    idleCost: Type.Optional(amount('Idle cost within `totalCost`; absent for `workload_only`.')),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'Three-letter currency code.' }),
  }),
);

/** What is answered (decision 35). */
export const answerSchema = named(
  'CostExplorerAnswer',
  Type.Object({
    rows: Type.Array(costRowSchema),
    summary: summarySchema,
    pagination: named(
      'CostExplorerPagination',
      Type.Object({
        page: Type.Integer({ minimum: 1 }),
        per_page: Type.Integer({ minimum: 1 }),
        total_rows: count(),
        total_pages: count(),
      }),
    ),
  }),
);
export type ExplorerAnswer = Static<typeof answerSchema>;
