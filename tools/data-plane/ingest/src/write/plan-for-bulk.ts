import { sql, type Transaction } from 'kysely';
import { type Warehouse } from '@costplane/warehouse';

/**
 * Makes the rest of a transaction use hash joins. Statistics do not include its own writes, nor a
 * new cluster: a nested loop or a merge join by day, over thousands of rows that the planner
 * estimates as one, takes minutes.
 */
export async function planForBulk(tx: Transaction<Warehouse>): Promise<void> {
  await sql`
    select set_config('enable_nestloop', 'off', true),
      set_config('enable_mergejoin', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
}
