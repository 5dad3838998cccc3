import { ApiError, type ErrorCode } from '@costplane/plugin-api';
import { selectArchivedMonths } from '@costplane/plugin-api/listing';
import { type Kysely, sql } from 'kysely';
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
  const months = selectArchivedMonths(source.organizationId, listDays(trend));
  const archivedMonths = (await months.execute(ledger)).rows.map(({ month }) => month);
  const buckets = await selectTrendBuckets(source, trend, archivedMonths).execute(ledger);
  return { buckets: buckets.rows, archivedMonths };
}

/** How a resource is found in the newest snapshot, and the error if it never existed. */
interface Lookup {
  readonly current: { executeTakeFirst(): Promise<unknown> };
  readonly code: ErrorCode;
  readonly field: string;
}

/** The trend of a resource that exists, or has history in the window. */
export async function readTrendOfResource(
  ledger: Kysely<TrendRows>,
  source: CostSource,
  trend: ResolvedTrend,
  { current, code, field }: Lookup,
): Promise<TrendHistory> {
  const history = await readTrend(ledger, source, trend);
  const { buckets, archivedMonths } = history;
  if (buckets.length > 0 || (await current.executeTakeFirst())) return history;
  // Days are kept longer than hours. Nothing tells which resources an archived month has.
  const isArchived = archivedMonths.length > 0;
  const days = isArchived ? { first: '-infinity', last: 'infinity' } : listDays(trend);
  const known = await selectDay(source, days).execute(ledger);
  if (known.rows.length > 0) return history;
  const message = `was not found; the history of ${archivedMonths.join(', ')} is archived`;
  throw new ApiError(code, [{ field, reason: 'not_found', ...(isArchived ? { message } : {}) }]);
}

const selectDay = (
  { organizationId, tables, rows }: CostSource,
  { first, last }: ReturnType<typeof listDays>,
) => sql`
  select 1 from ${sql.table(tables.day)}
  where organization_id = ${organizationId} and ${rows}
    and day between ${first}::date and ${last}::date
  limit 1`;

/** The first and the last day of the window. */
const listDays = ({ window: { start, end } }: ResolvedTrend) => ({
  first: toDay(start.getTime()),
  last: toDay(end.getTime() - 1),
});

const toDay = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
