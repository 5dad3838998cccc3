import { type Kysely, sql } from 'kysely';
import { type MigrationResultSet, Migrator } from 'kysely/migration';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionOptions, openPool } from './connect.ts';
import {
  connectionFailure,
  describeTarget,
  errorCode,
  firstLine,
  isConnectionLoss,
} from './connection-failure.ts';
import { lockNotAvailable } from './create-months.ts';
import {
  distributeWarehouse,
  isDistributed,
  isPartlyDistributed,
  requireEndableSessions,
  requireWorkers,
} from './distribute.ts';
import { migrations } from './migrations/index.ts';
import { explainMissingPrivilege } from './missing-privilege.ts';
import { hasCitus, mayEnterRoles, prepareRolesAndSchema } from './roles.ts';
import { WarehouseError } from './warehouse-error.ts';

export interface MigrationState {
  name: string;
  /** ISO 8601 in UTC; null if not applied yet. */
  appliedAt: string | null;
}

interface MigrationTables {
  kysely_migration: { name: string; timestamp: string };
}

/**
 * Migrates a database to the newest schema and creates the roles. Changes nothing if it is up to
 * date; concurrent calls wait for the first one. New tables of a distributed warehouse are
 * distributed as well; `distribute` distributes one that is not.
 *
 * @throws {WarehouseError} if the database cannot be reached, is older than PostgreSQL 15, is newer
 * than this version of Costplane, or does not let this user prepare it
 */
export async function migrateWarehouse(
  databaseUrl: string,
  { onProgress, distribute: wanted = false }: MigrateOptions = {},
): Promise<{ applied: string[]; distributed: string[] }> {
  return asLoginUser(databaseUrl, async (login) => {
    await requireSupportedServer(login, databaseUrl);
    const distribute = wanted === 'ifCitus' ? await hasCitus(login) : wanted;
    if (distribute) {
      await requireWorkers(login, databaseUrl);
      if (!(await isDistributed(login))) await requireEndableSessions(login);
    }
    const isDone = pending(await readStatus(login, databaseUrl)).length === 0;
    const isComplete = isDone && !distribute && !(await isPartlyDistributed(login));
    if (isComplete && (await mayEnterRoles(login))) return { applied: [], distributed: [] };
    return underMigrationLock(login, async (locked) => {
      await prepareRolesAndSchema(locked);
      const waiting = pending(await readStatus(locked, databaseUrl));
      if (waiting.length > 0) onProgress?.(`Migrating the database: ${waiting.join(', ')}`);
      const applied = await applyAsOwner(databaseUrl, onProgress);
      const distributed =
        distribute || (await isDistributed(locked))
          ? await distributeWarehouse(locked, databaseUrl)
          : [];
      return { applied, distributed };
    });
  });
}

export interface MigrateOptions {
  onProgress?: (message: string) => void;
  /** Distributes the warehouse over Citus workers; with `ifCitus` only if the database has Citus. */
  distribute?: boolean | 'ifCitus' | undefined;
}

/**
 * Every migration of this version, with the time at which it was applied.
 *
 * @throws {WarehouseError} if the database cannot be reached or is newer than this version
 */
export async function migrationStatus(databaseUrl: string): Promise<MigrationState[]> {
  return asLoginUser(databaseUrl, (login) => readStatus(login, databaseUrl));
}

async function asLoginUser<Result>(
  databaseUrl: string,
  work: (db: Kysely<MigrationTables>) => Promise<Result>,
): Promise<Result> {
  const db = openPool<MigrationTables>(databaseUrl, {
    ...connectionOptions(databaseUrl, null),
    max: 1,
  });
  try {
    return await db.connection().execute(async (login) => {
      try {
        return await work(login);
      } catch (error) {
        throw await explainMissingPrivilege(login, databaseUrl, error);
      }
    });
  } catch (error) {
    throw isConnectionLoss(error) ? connectionFailure(error, databaseUrl) : error;
  } finally {
    await db.destroy();
  }
}

async function requireSupportedServer(
  db: Kysely<MigrationTables>,
  databaseUrl: string,
): Promise<void> {
  const { rows } = await sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version`.execute(db);
  const server = rows[0];
  if (!server || server.number >= 150_000) return;
  throw new WarehouseError(
    `PostgreSQL at ${describeTarget(databaseUrl)} is ${server.version}; Costplane needs 15 or later`,
  );
}

async function readStatus(
  db: Kysely<MigrationTables>,
  databaseUrl: string,
): Promise<MigrationState[]> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('costplane.kysely_migration') is not null as found`.execute(db);
  const applied = rows[0]?.found
    ? await db.withSchema('costplane').selectFrom('kysely_migration').selectAll().execute()
    : [];
  const unknown = applied.find(({ name }) => !(name in migrations));
  if (unknown) {
    throw new WarehouseError(
      `The database at ${describeTarget(databaseUrl)} is newer than this version of Costplane ` +
        `(it has migration ${unknown.name}); update Costplane`,
    );
  }
  const times = new Map(applied.map(({ name, timestamp }) => [name, timestamp]));
  return Object.keys(migrations).map((name) => ({ name, appliedAt: times.get(name) ?? null }));
}

function pending(status: MigrationState[]): string[] {
  return status.filter(({ appliedAt }) => appliedAt === null).map(({ name }) => name);
}

const migrationLock = 7_259_103_021;

async function underMigrationLock<Result>(
  db: Kysely<MigrationTables>,
  work: (db: Kysely<MigrationTables>) => Promise<Result>,
): Promise<Result> {
  await sql`select pg_advisory_lock(${migrationLock})`.execute(db);
  try {
    return await work(db);
  } finally {
    await sql`select pg_advisory_unlock(${migrationLock})`.execute(db);
  }
}

/** Everyone else waits behind a lock that a migration waits for, so it gives up and tries again. */
const lockWithin = '3s';
const retryAfterMs = 2_000;
const maxAttempts = 30;

async function applyAsOwner(
  databaseUrl: string,
  onProgress: MigrateOptions['onProgress'],
): Promise<string[]> {
  const options = connectionOptions(databaseUrl, 'owner', { lock_timeout: lockWithin });
  const db = openPool<unknown>(databaseUrl, options);
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve(migrations) },
      migrationTableSchema: 'costplane',
    });
    const { error, results = [] } = await migrateUnlocked(migrator, () =>
      onProgress?.('Waiting for tables that are in use'),
    );
    if (error instanceof WarehouseError) throw error;
    if (errorCode(error) === lockNotAvailable) {
      throw new WarehouseError(
        `The tables at ${describeTarget(databaseUrl)} are in use; end long exports and queries, or migrate later`,
        { cause: error },
      );
    }
    if (error !== undefined) {
      const failed =
        results.find(({ status }) => status === 'Error')?.migrationName ?? 'of the schema';
      throw new WarehouseError(
        `Migration ${failed} failed at ${describeTarget(databaseUrl)}: ${firstLine(error)}`,
        { cause: error },
      );
    }
    return results.map(({ migrationName }) => migrationName);
  } finally {
    await db.destroy();
  }
}

async function migrateUnlocked(
  migrator: Migrator,
  onWait: () => void,
): Promise<MigrationResultSet> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await migrator.migrateToLatest();
    if (errorCode(result.error) !== lockNotAvailable || attempt === maxAttempts) return result;
    if (attempt === 1) onWait();
    await sleep(retryAfterMs);
  }
}
