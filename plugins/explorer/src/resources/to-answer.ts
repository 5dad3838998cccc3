import { knownMoney } from '@costplane/plugin-api/schema';
import { type PreviousPeriod } from '../queries/read-previous-period.ts';
import { type CostRow, type RowsSummary } from '../queries/select-page.ts';
import { keyNames, type LabelField } from '../question/grouping.ts';
import { amountNames, numberNames } from '../question/measure.ts';
import { type Question } from '../question/question.ts';
import { type CostExplorerRow, type ExplorerAnswer, toPagination } from './answer-schema.ts';

/** The rows that a query returned, and their totals. */
export interface QueryResult {
  readonly rows: readonly CostRow[];
  readonly summary: RowsSummary;
  readonly previous: PreviousPeriod;
  /** Archived months within the window, `YYYY-MM`. */
  readonly archivedMonths: readonly string[];
}

/** Builds the response (decision 35). */
export function toAnswer(
  question: Question,
  { rows, summary, previous, archivedMonths }: QueryResult,
  currency: string,
): ExplorerAnswer {
  const amount = (text: string | null) => knownMoney(text, currency)?.amount;
  return {
    rows: rows.map((row) => toRow(question, row, amount)),
    summary: {
      totalCost: amount(summary.total_cost),
      unallocatedCost: amount(summary.unallocated_cost),
      previousPeriodCost: amount(previous.total_cost),
      changePercent: knownNumber(previous.change_percent),
      rowCount: summary.row_count,
      clusterCount: summary.cluster_count,
      averageDailyCost: amount(summary.average_daily_cost),
      idleCost: amount(summary.idle_cost),
      archivedMonths: archivedMonths.length > 0 ? [...archivedMonths] : undefined,
      currency,
    },
    pagination: toPagination(question, summary.row_count),
  };
}

function toRow(
  { grouping }: Question,
  row: CostRow,
  amount: (text: string | null) => string | undefined,
): CostExplorerRow {
  const shownLabels = (field: LabelField) => {
    const labels = grouping.labels.filter((label) => label.field === field);
    const values = labels.map(({ key, column }) => [key, row[column] ?? null] as const);
    return values.length === 0 ? undefined : Object.fromEntries(values);
  };
  const shown: CostExplorerRow = {
    labels: shownLabels('labels'),
    annotations: shownLabels('annotations'),
  };
  for (const key of keyNames) shown[key] = row[key] ?? undefined;
  for (const name of amountNames) shown[name] = amount(row[name] ?? null);
  for (const name of numberNames) shown[name] = knownNumber(row[name]);
  return shown;
}

const knownNumber = (text: string | null | undefined) => (text == null ? undefined : Number(text));
