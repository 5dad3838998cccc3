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

/** How a resource is found in the newest snapshot of its cluster, and the error if it never existed. */
interface Lookup {
  readonly db: Kysely<TrendRows>;
  readonly clusterId: string;
  readonly table: 'namespaces' | 'workloads' | 'nodes';
  readonly column: string;
  readonly value: string;
  readonly code: ErrorCode;
  readonly field: string;
}

/** The trend of a resource that exists, or has history in the window. */
export async function readTrendOfResource(
  ledger: Kysely<TrendRows>,
  source: CostSource,
  trend: ResolvedTrend,
  lookup: Lookup,
): Promise<TrendHistory> {
  const history = await readTrend(ledger, source, trend);
  const { buckets, archivedMonths } = history;
  if (buckets.length > 0 || (await isCurrent(source, lookup))) return history;
  // Days are kept longer than hours. Nothing tells which resources an archived month has.
  const isArchived = archivedMonths.length > 0;
  const days = isArchived ? { first: '-infinity', last: 'infinity' } : listDays(trend);
  const known = await selectDay(source, days).execute(ledger);
  if (known.rows.length > 0) return history;
  const message = `was not found; the history of ${archivedMonths.join(', ')} is archived`;
  const { code, field } = lookup;
  throw new ApiError(code, [{ field, reason: 'not_found', ...(isArchived ? { message } : {}) }]);
}

async function isCurrent(
  { organizationId }: CostSource,
  { db, clusterId, table, column, value }: Lookup,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)}
    where organization_id = ${organizationId} and cluster_id = ${clusterId}
      and ${sql.ref(column)} = ${value} and gone_at is null
    limit 1`.execute(db);
  return rows.length > 0;
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
