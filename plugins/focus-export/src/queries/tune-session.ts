import { type Kysely, sql } from 'kysely';
import { type ExportRows } from '../tables.ts';

/**
 * What holds the plan of an export to one that streams: the rows of one day of one cluster are
 * sorted in memory, and never those of the whole window together, which the planner may take to be
 * cheaper. Parallel workers would only gather rows that come in order.
 */
export const sessionSettings = {
  work_mem: '64MB',
  enable_sort: 'off',
  max_parallel_workers_per_gather: '0',
} as const;

/** Sets the settings for the rest of the transaction. */
export const tuneSession = (db: Kysely<ExportRows>) => {
  const settings = Object.entries(sessionSettings).map(
    ([name, value]) => sql`set_config(${name}, ${value}, true)`,
  );
  return sql`select ${sql.join(settings)}`.execute(db);
};
