import { sql, type Transaction } from 'kysely';
import { type Warehouse } from '@costplane/warehouse';

/**
 * The statistics do not know what a transaction writes, and a nested loop over thousands of rows that
 * the planner takes for one lasts minutes.
 */
export async function planForBulk(tx: Transaction<Warehouse>): Promise<void> {
  await sql`
    select set_config('enable_nestloop', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
}
