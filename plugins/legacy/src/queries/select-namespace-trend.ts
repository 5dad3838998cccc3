import { type RawBuilder, sql } from 'kysely';
import { inScope, type Scope } from '../scope.ts';
import { shown } from './money.ts';

/** A UTC hour or day of a namespace; null when unknown. */
export interface TrendPoint {
  readonly timestamp: string;
  readonly cpu_usage: string | null;
  readonly memory_usage_bytes: number | null;
  readonly hourly_cost: string | null;
}

/** The points of a namespace by UTC hour, from the hour that contains `start`. */
export const selectHours = (
  scope: Scope,
  namespace: string,
  start: Date,
  end: Date,
): RawBuilder<TrendPoint> => sql<TrendPoint>`
  with cost as (
    select hour, seconds, ${directCost} as cost_seconds
    from namespace_hours as namespace
    where ${inScope(scope, 'namespace')} and namespace.namespace = ${namespace} and ${measuredHours(start, end)}
  ),
  used as (
    select hour, sum(cpu_used_core_seconds) as cpu_used_core_seconds,
      sum(memory_used_byte_seconds) as memory_used_byte_seconds
    from workload_hours as owner
    where ${inScope(scope, 'owner')} and ${measuredHours(start, end)}
      and workload_uid = any(array(
        select owner_uid from owner_descriptions as described
        where ${inScope(scope, 'described')} and described.namespace = ${namespace}))
    group by hour
  )
  select hour as timestamp, ${means}
  from cost left join used using (hour)
  order by hour`;

/** The same by UTC day. */
export const selectDays = (
  scope: Scope,
  namespace: string,
  start: Date,
  end: Date,
): RawBuilder<TrendPoint> => sql<TrendPoint>`
  select day::timestamp at time zone 'UTC' as timestamp, ${means}
  from (
    select *, ${directCost} as cost_seconds
    from namespace_days as namespace
    where ${inScope(scope, 'namespace')} and namespace.namespace = ${namespace}
      and day >= ${toDay(start)}::date and day <= ${toDay(end)}::date
  ) as days
  order by day`;

export const toDay = (instant: Date): string => instant.toISOString().slice(0, 10);

const measuredHours = (start: Date, end: Date) => sql`
  hour >= date_trunc('hour', ${start.toISOString()}::timestamptz, 'UTC')
  and hour <= ${end.toISOString()}::timestamptz`;

/** Direct compute cost, which is the hourly cost of a namespace in the legacy routes. */
const directCost = sql`case
  when coalesce(cpu_cost_seconds, memory_cost_seconds, gpu_cost_seconds) is not null
  then coalesce(cpu_cost_seconds, 0) + coalesce(memory_cost_seconds, 0)
    + coalesce(gpu_cost_seconds, 0) end`;

/** Averages over the time that has data. */
const means = sql`
  round(cpu_used_core_seconds / nullif(seconds, 0), 9) as cpu_usage,
  round(memory_used_byte_seconds / nullif(seconds, 0))::bigint as memory_usage_bytes,
  ${shown(sql`cost_seconds / nullif(seconds, 0)`)} as hourly_cost`;
