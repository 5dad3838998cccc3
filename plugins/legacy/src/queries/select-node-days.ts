import { type RawBuilder, sql } from 'kysely';
import { inScope, type Scope } from '../scope.ts';
import { toDay } from './select-namespace-trend.ts';

/** Average usage of a node's containers on a UTC day. */
export interface NodeDay {
  readonly timestamp: string;
  readonly cpu_usage: string | null;
  readonly memory_usage_bytes: number | null;
}

/** The days of a node within a window, including partial days, for which usage is known. */
export const selectNodeDays = (
  scope: Scope,
  uid: string,
  start: Date,
  end: Date,
): RawBuilder<NodeDay> => sql<NodeDay>`
  select day::timestamp at time zone 'UTC' as timestamp,
    round(cpu_used_core_seconds / seconds, 9) as cpu_usage,
    round(memory_used_byte_seconds / seconds)::bigint as memory_usage_bytes
  from node_days as node
  where ${inScope(scope, 'node')} and node.node_uid = ${uid}::uuid
    and day >= ${toDay(start)}::date and day <= ${toDay(end)}::date
    and seconds > 0 and coalesce(cpu_used_core_seconds, memory_used_byte_seconds) is not null
  order by day`;
