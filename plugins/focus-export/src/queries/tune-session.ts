import { type Kysely, sql } from 'kysely';
import { type ExportRows } from '../tables.ts';

/**
 * Settings that keep the plan of an export streaming: one day of one cluster is sorted in memory,
 * and never the whole window at once, which the planner may estimate to be cheaper. Parallel
 * workers would not help, because the rows must arrive in order.
 */
export const sessionSettings = {
  work_mem: '64MB',
  enable_sort: 'off',
  max_parallel_workers_per_gather: '0',
} as const;

export const tuneSession = (db: Kysely<ExportRows>) => {
  const settings = Object.entries(sessionSettings).map(
    ([name, value]) => sql`set_config(${name}, ${value}, true)`,
  );
  return sql`select ${sql.join(settings)}`.execute(db);
};
