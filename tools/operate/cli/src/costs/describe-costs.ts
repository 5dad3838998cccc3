import { Money, type Schemas } from '@costplane/client';

export type CostQuery = Schemas['CostExplorerQuery'];

type Summary = Schemas['CostExplorerSummary'];

/** The notes under a table of costs. */
export function describeCosts(
  { start_date, end_date, basis = 'legacy' }: CostQuery,
  summary: Summary,
  shown = summary.rowCount,
): string[] {
  const { rowCount, unallocatedCost = '0', previousPeriodCost, changePercent, currency } = summary;
  const parts = [
    ...(rowCount === 0 && summary.archivedMonths === undefined ? ['No costs.'] : []),
    `${start_date} to ${end_date}, UTC; ${basis === 'all' ? 'compute, storage and control plane' : 'compute only'}.`,
    ...(shown < rowCount ? [`The total covers all ${rowCount} rows.`] : []),
    ...(Money.parse(unallocatedCost).isZero
      ? []
      : [`Not included: unallocated cost of ${unallocatedCost} ${currency}.`]),
    ...(previousPeriodCost === undefined
      ? []
      : [`Previous period: ${previousPeriodCost} ${currency}${describeChange(changePercent)}.`]),
  ];
  return [parts.join(' ')];
}

/** Archived months are not in the database, so no figure includes them. */
export const describeArchived = ({ archivedMonths }: Summary): string[] =>
  archivedMonths ? [`Not included: archived months ${archivedMonths.join(', ')}.`] : [];

const describeChange = (percent: number | undefined) =>
  percent === undefined ? '' : ` (${percent > 0 ? '+' : ''}${percent}%)`;
