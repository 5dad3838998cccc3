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
      amount("In the summary's currency, four fractional digits; absent when not known."),
    ),
    ...optional(numberNames, Type.Number({ description: 'Absent when it was not measured.' })),
  }),
  'The keys of the grouping and the measures. What could not be produced is absent, never 0.',
);
export type CostExplorerRow = Static<typeof costRowSchema>;

export const summarySchema = named(
  'CostExplorerSummary',
  Type.Object({
    totalCost: Type.Optional(amount('Sum of the rows over all pages.')),
    unallocatedCost: Type.Optional(
      amount(
        'What has no row in this grouping. With `totalCost`, where nothing is searched for, it is ' +
          'the same for every grouping.',
      ),
    ),
    previousPeriodCost: Type.Optional(
      amount('`totalCost` of the equally long window just before; absent without any history.'),
    ),
    changePercent: Type.Optional(
      Type.Number({
        description: 'From `previousPeriodCost` to `totalCost`; absent where that is 0 or absent.',
      }),
    ),
    rowCount: count('Rows over all pages.'),
    clusterCount: count('Clusters that the rows are of.'),
    averageDailyCost: Type.Optional(amount('`totalCost` over the days of the window.')),
    idleCost: Type.Optional(amount('Idle in `totalCost`; absent in `workload_only`.')),
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
