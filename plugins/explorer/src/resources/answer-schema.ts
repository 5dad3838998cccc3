import { count, namedObject, text } from '@costplane/plugin-api/schema';
import { type Static, type TSchema, Type } from 'typebox';
import { keyMeanings } from '../question/grouping.ts';
import { amountMeanings, numberMeanings } from '../question/measure.ts';
import { type Question } from '../question/question.ts';

/** Optional fields that share a schema but for their description. */
const optional = <Name extends string, Schema extends TSchema>(
  meanings: Readonly<Record<Name, string>>,
  toSchema: (meaning: string) => Schema,
) =>
  Object.fromEntries(
    Object.entries<string>(meanings).map(([name, meaning]) => [
      name,
      Type.Optional(toSchema(meaning)),
    ]),
  ) as Record<Name, ReturnType<typeof Type.Optional<Schema>>>;

export const amount = (description: string) =>
  Type.String({ pattern: '^-?\\d+\\.\\d{4}$', description });

const labelValues = (kind: string) =>
  Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
      description: `Values of the ${kind}s that rows are grouped by, keyed by ${kind}; null when not set.`,
    }),
  );

/** A row (decision 35): the keys of the grouping, and the measures that are known. */
export const costRowSchema = namedObject(
  'CostExplorerRow',
  'The keys of the grouping, and the measures. A measure without data is absent, never 0.',
  {
    ...optional(keyMeanings, text),
    labels: labelValues('label'),
    annotations: labelValues('annotation'),
    ...optional(amountMeanings, (meaning) =>
      amount(`${meaning}, in the currency of the summary with four decimals; absent when unknown.`),
    ),
    ...optional(numberMeanings, (meaning) =>
      Type.Number({ description: `${meaning}; absent when not measured.` }),
    ),
  },
);
export type CostExplorerRow = Static<typeof costRowSchema>;

export const commonSummary = {
  archivedMonths: Type.Optional(
    Type.Array(Type.String({ pattern: '^\\d{4}-\\d{2}$' }), {
      description:
        'Months of the window whose history was moved to an archive: all figures exclude them. ' +
        'Absent when there are none.',
    }),
  ),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'Three-letter currency code.' }),
};

export const summarySchema = namedObject(
  'CostExplorerSummary',
  'Totals over the rows of all pages. Amounts have four decimals.',
  {
    totalCost: Type.Optional(amount('Sum over the rows of all pages.')),
    unallocatedCost: Type.Optional(
      amount(
        'Cost that belongs to no row of this grouping. Without `search`, `totalCost` plus this ' +
          'is the same for every grouping.',
      ),
    ),
    previousPeriodCost: Type.Optional(
      amount(
        '`totalCost` of the preceding window of the same length; absent without history, or if ' +
          'months of either window are archived.',
      ),
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
    averageDailyCost: Type.Optional(
      amount('`totalCost` divided by the days of the window; absent if months of it are archived.'),
    ),
    idleCost: Type.Optional(amount('Idle cost within `totalCost`; absent for `workload_only`.')),
    ...commonSummary,
  },
);

export const paginationSchema = namedObject(
  'CostExplorerPagination',
  'Position of the page in the result.',
  {
    page: Type.Integer({ minimum: 1, description: 'Number of the page, from 1.' }),
    per_page: Type.Integer({ minimum: 1, description: 'Maximum number of rows of a page.' }),
    total_rows: count('Number of rows on all pages.'),
    total_pages: count('Number of pages.'),
  },
);

export const toPagination = ({ page, perPage }: Question, rowCount: number) => ({
  page,
  per_page: perPage,
  total_rows: rowCount,
  total_pages: Math.ceil(rowCount / perPage),
});

/** The response (decision 35). */
export const answerSchema = namedObject(
  'CostExplorerAnswer',
  'One page of rows, with totals over all of them.',
  {
    rows: Type.Array(costRowSchema, { description: 'The rows of the page.' }),
    summary: summarySchema,
    pagination: paginationSchema,
  },
);
export type ExplorerAnswer = Static<typeof answerSchema>;
