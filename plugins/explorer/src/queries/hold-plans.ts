import { type RawBuilder, sql } from 'kysely';

/**
 * What holds every plan to one whose time grows with the rows that it reads, whatever the planner
 * takes a window and filters to leave: facts are read in one go, joined by hash and added up by
 * hash. A plan made for any values, as a prepared statement gets after a few uses, knows still less.
 */
export const holdPlans: RawBuilder<unknown> = sql`select ${sql.join(
  Object.entries({
    plan_cache_mode: 'force_custom_plan',
    enable_nestloop: 'off',
    enable_mergejoin: 'off',
    enable_indexscan: 'off',
    enable_sort: 'off',
    // Facts with their nodes and owners in the order of the statement: never nodes with owners first.
    join_collapse_limit: '1',
    work_mem: '64MB',
  }).map(([name, value]) => sql`set_local(${name}, ${value})`),
)}`;
