import {
  isDistributed,
  lockNotAvailable,
  runInTransaction,
  type Warehouse,
} from '@costplane/warehouse';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LedgerMonth } from './ledger-months.ts';

/**
 * Other sessions queue behind a lock that is waited for, so the wait is short at first. It becomes longer
 * for the sake of large fleets, in which some report always holds the lock: new ones queue until it is free.
 */
const lockTimeoutsMs = { first: 100, longest: 500 };
const pauseMs = 1_000;
/** Dropping a table needs a moment in which no session uses `clusters`, which it references. */
const maxDropAttempts = 30;

/**
 * Detaches a month from its table, frees its space and its name, and drops it; returns whether it was
 * dropped. Waits for queries that already read the month, such as an export.
 *
 * @throws the signal's reason when it is aborted
 */
export async function dropMonth(
  db: Kysely<Warehouse>,
  month: LedgerMonth,
  signal?: AbortSignal,
): Promise<boolean> {
  const part = sql.id('costplane', month.partition);
  const leftover = `${month.partition}_dropped_${Date.now().toString(36)}`;
  await detachMonth(db, month, signal);
  return withoutWaiting(db, async (attempt) => {
    while (!(await attempt(sql`truncate ${part}`))) await pause(signal);
    // The month may be restored, or get late reports, before its table can be dropped.
    while (!(await attempt(sql`alter table ${part} rename to ${sql.id(leftover)}`))) {
      await pause(signal);
    }
    const drop = sql`drop table ${sql.id('costplane', leftover)}`;
    for (let attempts = 1; !(await attempt(drop)); attempts += 1) {
      if (attempts === maxDropAttempts) return false;
      await pause(signal);
    }
    return true;
  });
}

/** Drops the empty tables of months that earlier runs could not drop, as far as they are not in use. */
export async function dropLeftovers(db: Kysely<Warehouse>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'costplane'::regnamespace and relkind = 'r'
      and relname ~ '_[0-9]{4}_[0-9]{2}_dropped_'`.execute(db);
  await withoutWaiting(db, async (attempt) => {
    for (const { name } of rows) await attempt(sql`drop table ${sql.id('costplane', name)}`);
  });
}

/**
 * Detaches a month from its table, after which nothing reads or changes its rows.
 *
 * @throws the signal's reason when it is aborted
 */
export async function detachMonth(
  db: Kysely<Warehouse>,
  { parent, partition, state }: LedgerMonth,
  signal?: AbortSignal,
): Promise<void> {
  const [table, part] = [sql.id('costplane', parent), sql.id('costplane', partition)];
  const detach = sql`alter table ${table} detach partition ${part}`;
  // Citus does not support detaching concurrently.
  const onWorkers = await isDistributed(db);
  await withoutWaiting(db, async (attempt, connection) => {
    let isPending = state === 'pending';
    let isDetached = state === 'detached';
    while (!isDetached) {
      const how = isPending ? sql`finalize` : sql`concurrently`;
      isDetached = await attempt(onWorkers ? detach : sql`${detach} ${how}`);
      if (isDetached) break;
      await pause(signal);
      isPending = await isDetachPending(connection, partition);
    }
    // No trigger reports that the rows are gone. Nothing queues behind this wait.
    await sql`reset lock_timeout`.execute(connection);
    await sql`select bump_version(null, null)`.execute(connection);
  });
}

/** A concurrent detach has two phases; only after the first one can it be finalized. */
async function isDetachPending(db: Kysely<Warehouse>, partition: string): Promise<boolean> {
  const { rows } = await sql<{ is_pending: boolean }>`
    select inhdetachpending as is_pending from pg_inherits
    where inhrelid = ${`costplane.${partition}`}::regclass`.execute(db);
  return rows[0]?.is_pending ?? false;
}

type Attempt = (statement: RawBuilder<unknown>) => Promise<boolean>;

/** Cancels statements instead of waiting, because other sessions would queue behind them. */
function withoutWaiting<T>(
  db: Kysely<Warehouse>,
  work: (attempt: Attempt, connection: Kysely<Warehouse>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    const run = (await isDistributed(connection)) ? runInTransaction : runHere;
    let timeoutMs = lockTimeoutsMs.first;
    const attempt: Attempt = async (statement) => {
      try {
        await run(connection, statement, `${timeoutMs}ms`);
        return true;
      } catch (error) {
        if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
        timeoutMs = Math.min(2 * timeoutMs, lockTimeoutsMs.longest);
        return false;
      }
    };
    try {
      return await work(attempt, connection);
    } finally {
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

async function runHere(db: Kysely<Warehouse>, statement: RawBuilder<unknown>, lockTimeout: string) {
  await sql`select set_config('lock_timeout', ${lockTimeout}, false)`.execute(db);
  await statement.execute(db);
}

async function pause(signal: AbortSignal | undefined): Promise<void> {
  await sleep(pauseMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
}
