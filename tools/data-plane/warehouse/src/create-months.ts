import { type Kysely, type RawBuilder, sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './connection-failure.ts';
import { type Warehouse } from './tables.ts';

/** Doubled after each attempt, so that months are created even in a fleet that always writes. */
const firstLockTimeoutMs = 100;
const pauseMs = 1_000;

export const lockNotAvailable = '55P03';

/**
 * Creates the partitions of the ledger for the months of some days. In its own transaction:
 * otherwise ingests of other clusters would wait for the end of this one. A new partition needs a
 * moment in which no session writes `clusters`, which it references; other ingests would queue behind
 * a long wait for it, so the waits are short at first.
 */
export async function createMonths(
  db: Kysely<Warehouse>,
  first: RawBuilder<unknown>,
  last = first,
): Promise<void> {
  const prepare = sql`select costplane.prepare_ledger_months(${first}, ${last})`;
  for (let timeoutMs = firstLockTimeoutMs; ; timeoutMs *= 2) {
    try {
      await runInTransaction(db, prepare, `${timeoutMs}ms`);
      return;
    } catch (error) {
      if (errorCode(error) !== lockNotAvailable) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Waits a limited time for locks, also on workers of Citus, which apply the settings of a transaction. */
export const runInTransaction = (
  db: Kysely<Warehouse>,
  statement: RawBuilder<unknown>,
  lockTimeout: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local citus.propagate_set_commands = 'local'`.execute(tx);
    await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(tx);
    await statement.execute(tx);
  });
