import { toMoney, toTimestamp } from '@costplane/plugin-api/schema';
import { type TrendHistory } from '../queries/read-trend.ts';
import { type ResolvedTrend } from '../trend/trend-request.ts';
import { type CostTrend } from './cost-trend-schema.ts';

/** The query results that the trend is computed from. */
export interface TrendFigures {
  readonly trend: ResolvedTrend;
  readonly history: TrendHistory;
  readonly currency: string;
}

/** The resource of the trend, in the format of the contract. */
export type TrendSubject = Pick<CostTrend, 'scope' | 'scope_ref' | 'excluded_cluster_ids'>;

/** The contract's CostTrend, from the buckets of the ledger. */
export function toCostTrend(
  { scope, scope_ref, excluded_cluster_ids }: TrendSubject,
  { trend: { window, granularity, type }, history, currency }: TrendFigures,
): CostTrend {
  const { buckets, archivedMonths } = history;
  return {
    kind: 'CostTrend',
    scope,
    scope_ref,
    start: toTimestamp(window.start),
    end: toTimestamp(window.end),
    granularity,
    type,
    points: buckets.flatMap(({ bucket_start, amount }) =>
      amount === null ? [] : { bucket_start, total_cost: toMoney(amount, currency) },
    ),
    ...(archivedMonths.length === 0 ? {} : { archived_months: [...archivedMonths] }),
    excluded_cluster_ids,
  };
}
