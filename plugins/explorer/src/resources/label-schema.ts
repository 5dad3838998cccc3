import { count, knownMoney, namedObject, text } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { type Contents } from '../queries/read-contents.ts';
import { type LabelPage } from '../queries/select-labels.ts';
import { type LabelField } from '../question/grouping.ts';
import { type Question } from '../question/question.ts';
import { amount, commonSummary, paginationSchema, toPagination } from './answer-schema.ts';

const labelSchema = namedObject('CostLabel', 'A key that cost can be grouped by.', {
  key: text('Key of the label or annotation.'),
  groupBy: text('The value of `group_by` that groups by it.'),
  valueCount: count('Number of different values.'),
  totalCost: Type.Optional(amount('Cost of the owners that have the key; absent when unknown.')),
  costSharePercent: Type.Optional(
    Type.Number({ description: 'Share of all cost, in percent; absent when unknown.' }),
  ),
});

export const labelsSchema = namedObject('CostLabels', 'One page of keys.', {
  rows: Type.Array(labelSchema, { description: 'The keys of the page.' }),
  summary: Type.Object(
    {
      totalCost: Type.Optional(amount('All cost of the window, labeled or not, if known.')),
      ...commonSummary,
    },
    { description: 'Total that the shares refer to.' },
  ),
  pagination: paginationSchema,
});

export function toLabels(
  field: LabelField,
  { rows, row_count: rowCount, total_cost: total, archivedMonths }: LabelPage & Contents,
  question: Question,
  currency: string,
): Static<typeof labelsSchema> {
  const kind = field === 'labels' ? 'label' : 'annotation';
  return {
    rows: rows.map(({ key, value_count, total_cost, cost_share_percent }) => ({
      key,
      groupBy: `${kind}:${key}`,
      valueCount: value_count,
      totalCost: knownMoney(total_cost, currency)?.amount,
      costSharePercent: cost_share_percent === null ? undefined : Number(cost_share_percent),
    })),
    summary: {
      totalCost: knownMoney(total, currency)?.amount,
      archivedMonths: archivedMonths.length > 0 ? [...archivedMonths] : undefined,
      currency,
    },
    pagination: toPagination(question, rowCount),
  };
}
