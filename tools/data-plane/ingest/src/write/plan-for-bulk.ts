import { sql, type Transaction } from 'kysely';
import { type Warehouse } from '@costplane/warehouse';

/**
 * Has the rest of a transaction join by hash. The statistics do not know what it writes, nor what a
 * new cluster has: a nested loop or a merge by the day alone, over thousands of rows that the planner
 * takes for one, lasts minutes.
 */
export async function planForBulk(tx: Transaction<Warehouse>): Promise<void> {
  await sql`
    select set_config('enable_nestloop', 'off', true),
      set_config('enable_mergejoin', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
}
