import { type NamedDatabase } from '@costplane/kernel';
import { openWarehouse, type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { CommandError } from '../command-error.ts';
import { givenDatabaseUrl } from '../environment.ts';
import { type Config } from '../service/config-schema.ts';
import { findConfigFile } from '../service/find-config-file.ts';
import { isUuid } from '../uuid.ts';
import { explainQueryFailure } from './explain-query-failure.ts';

/** Name of the database of `DATABASE_URL` in the directory and the configuration. */
export const defaultDatabase = 'default';

/** The databases in the config other than the default one. */
export async function readOtherDatabases(configFile?: string): Promise<readonly NamedDatabase[]> {
  const config = await readFoundConfig(configFile);
  if (!config) return [];
  const { readDatabases } = await import('../service/read-databases.ts');
  return readDatabases(config);
}

/** Whether the config enables distribution of the warehouse over Citus workers. */
export async function isToBeDistributed(): Promise<boolean> {
  const config = await readFoundConfig();
  return config?.warehouse?.distributed ?? false;
}

/** Reads the config only if a file exists, because its schema loads the whole service. */
async function readFoundConfig(file?: string): Promise<Config | undefined> {
  const places = { file, environment: process.env, folder: process.cwd() };
  if (findConfigFile(places) === undefined) return undefined;
  const { readConfig } = await import('../service/read-config.ts');
  const { config } = await readConfig(places);
  return config;
}

/**
 * Finds the database of an organization.
 *
 * @throws {CommandError} if the config does not name it
 */
export async function findHome(
  reference: string,
  configFile?: string,
): Promise<NamedDatabase | undefined> {
  const others = await readOtherDatabases(configFile);
  if (others.length === 0) return undefined;
  const name = await inDirectory((db) =>
    db
      .selectFrom('organization_homes')
      .select('database')
      .where(isUuid(reference) ? 'organization_id' : 'name', '=', reference)
      .executeTakeFirst(),
  );
  return name && findDatabase(others, name.database);
}

/** @throws {CommandError} if the config does not name it */
export function findDatabase(others: readonly NamedDatabase[], name: string): NamedDatabase {
  const found = others.find((one) => one.name === name);
  if (found) return found;
  const known = [...new Set([defaultDatabase, ...others.map((one) => one.name)])].join(', ');
  throw new CommandError(
    `The config names no database "${name}"; it has ${known}: add it under \`databases\``,
  );
}

/** Runs work on the default database, which has the directory. */
export async function inDirectory<T>(work: (db: Kysely<Warehouse>) => Promise<T>): Promise<T> {
  const db = openWarehouse(givenDatabaseUrl() ?? '', 'owner');
  try {
    return await work(db);
  } catch (error) {
    throw explainQueryFailure(error);
  } finally {
    await db.destroy();
  }
}

/** Adds a key or an agent token to the directory, if its organization is listed there. */
export async function announceCredential(
  { name }: { readonly name: string },
  organizationId: string,
  credential: string,
): Promise<void> {
  if (name === defaultDatabase) return;
  const { hashCredential } = await import('@costplane/kernel');
  const row = { organization_id: organizationId, credential_hash: hashCredential(credential) };
  await inDirectory((db) => db.insertInto('credential_homes').values(row).execute());
}

/** Adds an organization on another database to the directory, unless its name is there. */
export async function announceOrganization(home: Warehouse['organization_homes']): Promise<void> {
  await inDirectory((db) =>
    db
      .insertInto('organization_homes')
      .values(home)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  );
}
