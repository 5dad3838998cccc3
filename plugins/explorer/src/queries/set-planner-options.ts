import { type RawBuilder, sql } from 'kysely';

/**
 * Planner settings that keep the time of every query proportional to the rows that it reads, even
 * where the planner underestimates what filters leave: facts are scanned once, joined by hash and
 * aggregated by hash. Generic plans of prepared statements would underestimate even more.
 */
export const setPlannerOptions: RawBuilder<unknown> = sql`select ${sql.join(
  Object.entries({
    plan_cache_mode: 'force_custom_plan',
    enable_nestloop: 'off',
    enable_mergejoin: 'off',
    enable_indexscan: 'off',
    enable_sort: 'off',
    // Joins keep the order of the statement, so that nodes and owners are never joined first.
    join_collapse_limit: '1',
    work_mem: '64MB',
  }).map(([name, value]) => sql`set_local(${name}, ${value})`),
)}`;
