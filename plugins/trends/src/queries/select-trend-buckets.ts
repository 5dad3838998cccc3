import { type RawBuilder, sql } from 'kysely';
import { type LedgerPart, splitLedger } from '../trend/ledger-parts.ts';
import { daySeconds, hourSeconds, type ResolvedTrend } from '../trend/trend-request.ts';
import { type CostSource } from './cost-sources.ts';

/** A bucket that holds rows of the ledger. */
export interface TrendBucket {
  /** May lie before the window, in which then only the end of the bucket is. */
  readonly bucket_start: string;
  /** In the currency, of the trend's type. Null: no price was known, or nothing lasted. */
  readonly amount: string | null;
}

/**
 * The buckets of a trend that hold rows, in order. The rows of each hour or day are added up first:
 * these follow each other, so that their times can be added, while rows of several clusters or
 * nodes within one overlap.
 */
export function selectTrendBuckets(
  source: CostSource,
  trend: ResolvedTrend,
): RawBuilder<TrendBucket> {
  const units = splitLedger(trend).map((part) => selectUnits(source, part, trend));
  return sql<TrendBucket>`
    select date_trunc(${sql.lit(truncations[trend.granularity])}, unit_start, 'UTC') as bucket_start,
      ${amounts[trend.type]} as amount
    from (${sql.join(units, sql` union all `)}) as units
    group by bucket_start
    order by bucket_start`;
}

const truncations = { hourly: 'hour', daily: 'day', weekly: 'week', monthly: 'month' };

/** A run rate is per month, which has 730 hours (decision 25). */
const amounts = {
  run_rate: sql`sum(cost_seconds) * 730 / nullif(sum(seconds), 0)`,
  breakdown: sql`case when sum(seconds) > 0 then sum(cost_seconds) / 3600 end`,
};

/** Per hour or day: its cost, and for how many seconds a cost is known. */
function selectUnits(
  source: CostSource,
  part: LedgerPart,
  { type }: ResolvedTrend,
): RawBuilder<unknown> {
  const { organizationId, tables, rows, columns, overlaps } = source;
  const unit = sql.ref(part.unit);
  const known = sql`coalesce(${sql.join(columns.map((column) => sql.ref(column)))}) is not null`;
  const sums = columns.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0)`);
  // Of a breakdown it only counts whether there is any time.
  const { times, seconds } =
    overlaps && type === 'run_rate' ? unitedSeconds(known, part.unit) : allSeconds(known);
  return sql`
    select unit_start, cost_seconds, ${seconds} as seconds
    from (
      select ${unitStart[part.unit]} as unit_start,
        ${sql.join(sums, sql` + `)} as cost_seconds, ${times}
      from ${sql.table(tables[part.unit])}
      where organization_id = ${organizationId} and ${rows}
        and ${unit} >= ${unitBound[part.unit](part.start)}
        and ${unit} < ${unitBound[part.unit](part.end)}
      group by ${unit}
      offset 0
    ) as unit`;
}

const unitStart = { hour: sql`hour`, day: sql`day::timestamp at time zone 'UTC'` };

const unitBound = {
  hour: (instant: Date) => sql`${instant.toISOString()}::timestamptz`,
  day: (instant: Date) => sql`${instant.toISOString().slice(0, 10)}::date`,
};

const unitSeconds = { hour: hourSeconds, day: daySeconds };

/** The times of rows, added up together, and the seconds that they come to after that. */
type Times = Readonly<Record<'times' | 'seconds', RawBuilder<unknown>>>;

/** Of rows that follow each other: an owner has one of each of its descriptions. */
const allSeconds = (known: RawBuilder<unknown>): Times => ({
  times: sql`sum(seconds) filter (where ${known}) as all_seconds`,
  seconds: sql`all_seconds`,
});

/** Of several rows, each instant once. One that is there all the time says it for all. */
function unitedSeconds(known: RawBuilder<unknown>, unit: LedgerPart['unit']): Times {
  const whole = sql.lit(unitSeconds[unit]);
  return {
    // Few rows are of a part of the time, which is found out sooner than whether a cost is known. Citus
    // adds up on its workers what can be added up in parts: ranges as arrays, not as their union.
    times: sql`max(seconds) filter (where ${known}) as longest,
        array_agg(covered) filter (where seconds < ${whole} and ${known}) as parts`,
    seconds: sql`case when longest >= ${whole} then ${whole} else (
      select sum(extract(epoch from upper(part) - lower(part)))
      from unnest((select range_agg(each) from unnest(parts) as each)) as part) end`,
  };
}
