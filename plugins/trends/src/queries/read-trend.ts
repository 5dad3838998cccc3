import { selectArchivedMonths } from '@costplane/plugin-api/listing';
import { type Kysely } from 'kysely';
import { type TrendRows } from '../tables.ts';
import { type ResolvedTrend } from '../trend/trend-request.ts';
import { type CostSource } from './cost-sources.ts';
import { selectTrendBuckets, type TrendBucket } from './select-trend-buckets.ts';

/** The buckets of a trend, and the months of its window that were moved to an archive. */
export interface TrendHistory {
  readonly buckets: readonly TrendBucket[];
  readonly archivedMonths: readonly string[];
}

export async function readTrend(
  ledger: Kysely<TrendRows>,
  source: CostSource,
  trend: ResolvedTrend,
): Promise<TrendHistory> {
  const { start, end } = trend.window;
  const window = { first: toDay(start.getTime()), last: toDay(end.getTime() - 1) };
  const { rows: buckets } = await selectTrendBuckets(source, trend).execute(ledger);
  const { rows } = await selectArchivedMonths(source.organizationId, window).execute(ledger);
  return { buckets, archivedMonths: rows.map(({ month }) => month) };
}

const toDay = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
