import {
  migrateWarehouse,
  openDatabase,
  openWarehouse,
  prepareServiceLogin,
  type Warehouse,
  type WarehouseRole,
} from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { say } from '../say.ts';
import { isStopped, unlessStopped } from '../stop-signal.ts';
import { costplaneHome, givenDatabaseUrl } from '../environment.ts';
import { explainQueryFailure } from './explain-query-failure.ts';

/** The database that a command works on: that of `DATABASE_URL`, or the embedded one. */
export interface CommandDatabase {
  /** Holds a password. */
  readonly url: string;
  readonly isEmbedded: boolean;
  /** Where the data of the embedded one are. */
  readonly folder: string | undefined;
  as(role: WarehouseRole): Kysely<Warehouse>;
  /** What the service connects with: a login of the embedded database that can only read. */
  serviceUrl(): Promise<string>;
  /** What a failure of the work on it means, in words where these are known. */
  explain(error: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Opens the database of a command. The embedded one is migrated on the way, as nobody else
 * would.
 */
export async function openCommandDatabase({ migrates = true } = {}): Promise<CommandDatabase> {
  const databaseUrl = givenDatabaseUrl();
  const isEmbedded = databaseUrl === undefined;
  const database = await openDatabase({ databaseUrl, home: costplaneHome(), onProgress: say });
  const pools = new Map<WarehouseRole, Kysely<Warehouse>>();
  const close = async () => {
    const closing = Promise.all([...pools.values()].map((pool) => pool.destroy()));
    // Work that was abandoned at Ctrl-C holds connections, which end with the process.
    if (!isStopped()) await closing;
    await database.release();
  };
  const explain = async (error: unknown) => explainQueryFailure(await database.explain(error));
  try {
    if (isEmbedded && migrates) await migrateWarehouse(database.url, { onProgress: say });
  } catch (error) {
    const explained = await explain(error);
    await close();
    throw explained;
  }
  const as = (role: WarehouseRole) => {
    const pool = pools.get(role) ?? openWarehouse(database.url, role);
    pools.set(role, pool);
    return pool;
  };
  const { url, folder } = database;
  const serviceUrl = async () => (isEmbedded ? prepareServiceLogin(url) : url);
  return { url, isEmbedded, folder, as, serviceUrl, explain, close };
}

/**
 * Does the work of a command on its database, and closes that, also at Ctrl-C: which the work is
 * given up at, unless it ends by itself and says how much of it is done.
 */
export async function withDatabase<T>(
  work: (database: CommandDatabase) => Promise<T>,
  { endsAtStop = false, ...options }: { migrates?: boolean; endsAtStop?: boolean } = {},
): Promise<T> {
  const database = await openCommandDatabase(options);
  try {
    return await (endsAtStop ? work(database) : unlessStopped(work(database)));
  } catch (error) {
    throw await database.explain(error);
  } finally {
    await database.close();
  }
}
