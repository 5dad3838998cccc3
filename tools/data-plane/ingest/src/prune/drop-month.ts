import { isDistributed, type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LedgerMonth } from './ledger-months.ts';

/** Other sessions queue behind a lock that is waited for: the wait is limited to this. */
const lockTimeoutMs = 100;
const pauseMs = 1_000;
/** Dropping a table needs a moment in which no session uses `clusters`, which it references. */
const maxDropAttempts = 30;

const lockNotAvailable = '55P03';

/**
 * Detaches a month from its table, frees its space and drops it; returns whether it was dropped.
 * Waits for queries that already read the month, such as an export.
 *
 * @throws the signal's reason when it is aborted
 */
export async function dropMonth(
  db: Kysely<Warehouse>,
  month: LedgerMonth,
  signal?: AbortSignal,
): Promise<boolean> {
  const part = sql.id('costplane', month.partition);
  await detachMonth(db, month, signal);
  return withoutWaiting(db, async (attempt) => {
    while (!(await attempt(sql`truncate ${part}`))) await pause(signal);
    for (let attempts = 1; !(await attempt(sql`drop table ${part}`)); attempts += 1) {
      if (attempts === maxDropAttempts) return false;
      await pause(signal);
    }
    return true;
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
    // No trigger reports that the rows are gone.
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
    const onWorkers = await isDistributed(connection);
    await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, false)`.execute(
      connection,
    );
    try {
      return await work(
        (statement) => (onWorkers ? succeedsOnWorkers : succeeds)(connection, statement),
        connection,
      );
    } finally {
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

/** The same limit on the workers, which apply the settings of a transaction. */
const succeedsOnWorkers = (db: Kysely<Warehouse>, statement: RawBuilder<unknown>) =>
  succeeds(db, statement, async () => {
    await db.transaction().execute(async (tx) => {
      await sql`set local citus.propagate_set_commands = 'local'`.execute(tx);
      await sql`set local lock_timeout = ${sql.lit(`${lockTimeoutMs}ms`)}`.execute(tx);
      await statement.execute(tx);
    });
  });

async function pause(signal: AbortSignal | undefined): Promise<void> {
  await sleep(pauseMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
}

async function succeeds(
  db: Kysely<Warehouse>,
  statement: RawBuilder<unknown>,
  run: () => Promise<unknown> = () => statement.execute(db),
): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
    return false;
  }
}
