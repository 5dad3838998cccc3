import {
  migrateWarehouse,
  openDatabase,
  openWarehouse,
  prepareServiceLogin,
  type Warehouse,
  type WarehouseRole,
} from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { CommandError } from '../command-error.ts';
import { reportFailure } from '../report-failure.ts';
import { say } from '../say.ts';
import { isStopped, unlessStopped } from '../stop-signal.ts';
import { costplaneHome, givenDatabaseUrl } from '../environment.ts';
import { type NamedDatabase } from '@costplane/kernel';
import { defaultDatabase, findHome, readOtherDatabases } from './homes.ts';
import { explainQueryFailure } from './explain-query-failure.ts';

/** The database of a command: one from the config, that of `DATABASE_URL`, or the embedded one. */
export interface CommandDatabase {
  /** Its name in the config. */
  readonly name: string;
  /** Contains a password. */
  readonly url: string;
  readonly isEmbedded: boolean;
  /** Data folder of the embedded database. */
  readonly folder: string | undefined;
  as(role: WarehouseRole): Kysely<Warehouse>;
  /** The URL for the service: for the embedded database, with a read-only login. */
  serviceUrl(): Promise<string>;
  /** Turns a database error into one with a readable message, if its cause is known. */
  explain(error: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens the database of a command. Migrates the embedded one, because nothing else does. */
export async function openCommandDatabase({
  migrates = true,
  home,
}: { migrates?: boolean; home?: NamedDatabase | undefined } = {}): Promise<CommandDatabase> {
  const databaseUrl = home?.databaseUrl ?? givenDatabaseUrl();
  const name = home?.name ?? defaultDatabase;
  const isEmbedded = databaseUrl === undefined;
  const database = await openDatabase({ databaseUrl, home: costplaneHome(), onProgress: say });
  const pools = new Map<WarehouseRole, Kysely<Warehouse>>();
  const close = async () => {
    const closing = Promise.all([...pools.values()].map((pool) => pool.destroy()));
    // Work that was abandoned at Ctrl-C still holds connections; they end with the process.
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
  return { name, url, isEmbedded, folder, as, serviceUrl, explain, close };
}

export interface DatabaseOptions {
  readonly migrates?: boolean;
  readonly endsAtStop?: boolean;
  /** Id or name of an organization, whose database is opened. */
  readonly organization?: string | undefined;
  /** Config that names the databases; default: the one that is found. */
  readonly configFile?: string | undefined;
  readonly home?: NamedDatabase | undefined;
}

/** Runs work on the database of an organization or, without one, on every database. */
export async function withDatabases<T>(
  organization: string | undefined,
  work: (database: CommandDatabase) => Promise<T>,
  print: (results: T[]) => void,
): Promise<void> {
  if (organization !== undefined) print([await withDatabase(work, { organization })]);
  else {
    await withEachDatabase(work, (found) => {
      print(found.map(([, result]) => result));
    });
  }
}

/**
 * Runs work on every database, the default one first, and prints the results by database name. If
 * it fails on one of several, it still runs on the others.
 *
 * @throws {CommandError} if it failed on any, after printing their names and errors, and the results
 */
export async function withEachDatabase<T>(
  work: (database: CommandDatabase) => Promise<T>,
  print: (results: [name: string, result: T][], isRouted: boolean) => void,
  options: DatabaseOptions = {},
): Promise<void> {
  const homes = [undefined, ...(await readOtherDatabases())];
  const results: [string, T][] = [];
  let failed = 0;
  for (const home of homes) {
    const name = home?.name ?? defaultDatabase;
    try {
      results.push([name, await withDatabase(work, { ...options, home })]);
    } catch (error) {
      if (homes.length === 1 || isStopped()) throw error;
      say(`Database ${name} failed:`);
      reportFailure(error);
      failed += 1;
    }
  }
  if (results.length > 0) print(results, homes.length > 1);
  if (failed === 0) return;
  throw new CommandError(
    `The command failed on ${failed} of ${homes.length} databases; fix the errors above and run it again`,
  );
}

/**
 * Runs the work of a command on its database, and then closes it. Ctrl-C abandons the work, unless
 * it handles the signal itself (`endsAtStop`) and reports its progress.
 */
export async function withDatabase<T>(
  work: (database: CommandDatabase) => Promise<T>,
  { endsAtStop = false, organization, configFile, home, ...options }: DatabaseOptions = {},
): Promise<T> {
  const named =
    home ?? (organization === undefined ? undefined : await findHome(organization, configFile));
  const database = await openCommandDatabase({ ...options, home: named });
  try {
    return await (endsAtStop ? work(database) : unlessStopped(work(database)));
  } catch (error) {
    throw await database.explain(error);
  } finally {
    await database.close();
  }
}
