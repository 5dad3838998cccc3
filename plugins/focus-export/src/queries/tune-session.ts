import { type Kysely, sql } from 'kysely';
import { type ExportRows } from '../tables.ts';

/**
 * Holds the plan of an export to what streams, for the rest of the transaction: the rows of one day
 * of one cluster are sorted in memory, and never those of the whole window together, which the
 * planner takes to be cheaper. Parallel workers would only gather rows that come in order.
 */
export const tuneSession = (db: Kysely<ExportRows>) =>
  sql`select set_config(name, value, true) from (values
    ('work_mem', '64MB'), ('enable_sort', 'off'), ('max_parallel_workers_per_gather', '0')
  ) setting (name, value)`.execute(db);
