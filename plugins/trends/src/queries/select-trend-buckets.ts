import { addCosts, isCostKnown, type LedgerPart, splitLedger } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';
import { daySeconds, hourSeconds, type ResolvedTrend } from '../trend/trend-request.ts';
import { type CostSource } from './cost-sources.ts';

/** A bucket that has ledger rows. */
export interface TrendBucket {
  /** Before the start of the window if the window begins within the bucket. */
  readonly bucket_start: string;
  /** Amount in currency, by the type of the trend. Null if no price is known or the duration is 0. */
  readonly amount: string | null;
}

/**
 * The buckets of a trend that have ledger rows, in order. Rows are first summed per hour or day:
 * these do not overlap, so their durations can be added, unlike those of rows of several clusters
 * or nodes within the same hour or day.
 */
export function selectTrendBuckets(
  source: CostSource,
  trend: ResolvedTrend,
  archivedMonths: readonly string[],
): RawBuilder<TrendBucket> {
  const { start, end } = trend.window;
  const parts = splitLedger(start, end, trend.granularity !== 'hourly', archivedMonths);
  const units = parts.map((part) => selectUnits(source, part, trend));
  return sql<TrendBucket>`
    select date_trunc(${sql.lit(truncations[trend.granularity])}, unit_start, 'UTC') as bucket_start,
      ${amounts[trend.type]} as amount
    from (${sql.join(units, sql` union all `)}) as units
    group by bucket_start
    order by bucket_start`;
}

const truncations = { hourly: 'hour', daily: 'day', weekly: 'week', monthly: 'month' };

/** A run rate is the cost of a month of 730 hours (decision 25). */
const amounts = {
  run_rate: sql`sum(cost_seconds) * 730 / nullif(sum(seconds), 0)`,
  breakdown: sql`case when sum(seconds) > 0 then sum(cost_seconds) / 3600 end`,
};

/** Per hour or day: the cost, and the number of seconds for which a cost is known. */
function selectUnits(
  source: CostSource,
  { unit, unitStart, isWithin }: LedgerPart,
  { type }: ResolvedTrend,
): RawBuilder<unknown> {
  const { organizationId, tables, rows, columns, overlaps } = source;
  const known = isCostKnown(columns);
  // A breakdown only needs to know whether there is any duration.
  const { times, seconds } =
    overlaps && type === 'run_rate' ? unitedSeconds(known, unit) : allSeconds(known);
  return sql`
    select unit_start, cost_seconds, ${seconds} as seconds
    from (
      select ${unitStart} as unit_start,
        sum(${addCosts(columns)}) as cost_seconds, ${times}
      from ${sql.table(tables[unit])}
      where organization_id = ${organizationId} and ${rows} and ${isWithin}
      group by ${sql.ref(unit)}
      offset 0
    ) as unit`;
}

const unitSeconds = { hour: hourSeconds, day: daySeconds };

/** The aggregates over rows that measure time, and the seconds computed from them. */
type Times = Readonly<Record<'times' | 'seconds', RawBuilder<unknown>>>;

/** For rows that do not overlap: an owner has one row for each of its descriptions. */
const allSeconds = (known: RawBuilder<unknown>): Times => ({
  times: sql`sum(seconds) filter (where ${known}) as all_seconds`,
  seconds: sql`all_seconds`,
});

/** For rows that overlap: each instant counts once. One row that covers the whole unit is enough. */
function unitedSeconds(known: RawBuilder<unknown>, unit: LedgerPart['unit']): Times {
  const whole = sql.lit(unitSeconds[unit]);
  return {
    // Few rows cover only part of a unit, and this check is cheaper than the one for known costs. Citus
    // can aggregate arrays of ranges on its workers, but not unions of ranges.
    times: sql`max(seconds) filter (where ${known}) as longest,
        array_agg(covered) filter (where seconds < ${whole} and ${known}) as parts`,
    seconds: sql`case when longest >= ${whole} then ${whole} else (
      select sum(extract(epoch from upper(part) - lower(part)))
      from unnest((select range_agg(each) from unnest(parts) as each)) as part) end`,
  };
}
