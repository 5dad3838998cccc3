import { migrateWarehouse } from '../migrate.ts';
import { onEveryNode } from './nodes.ts';
import { databaseUrl, onServer } from './on-server.ts';
import { acquireTestServer, testDatabaseName, type TestServer } from './server.ts';
import { ensureLedgerTemplate, ensureTemplate } from './template.ts';

export interface TestDatabase {
  /** URL of a user who may enter every role. */
  url: string;
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  isDistributed?: boolean;
  /** The ledger has partitions for the months of these days; copying them is cheap, creating them is not. */
  ledgerDays?: readonly [first: string, last: string];
}

/**
 * A new, migrated, empty database. If `COSTPLANE_TEST_DATABASE_URL` names no server, it uses an
 * embedded one, which stops after the last `drop()`. On a Citus coordinator the database is
 * distributed by default.
 */
export async function createTestDatabase({
  isDistributed = true,
  ledgerDays,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = await enter();
  const name = testDatabaseName();
  try {
    if (isDistributed) {
      const migrated = process.env.COSTPLANE_TEST_TEMPLATE ?? (await ensureTemplate(server.url));
      const template = ledgerDays
        ? await ensureLedgerTemplate(server.url, migrated, ledgerDays)
        : migrated;
      await onEveryNode(server.url, `create database ${name} template ${template}`);
    } else {
      await onServer(server.url, (client) => client.query(`create database ${name}`));
      await migrateWarehouse(databaseUrl(server.url, name));
    }
  } catch (error) {
    await leave();
    throw error;
  }
  /** Fails while Citus starts a process of its own in the database. */
  const drop = async (tries = 5): Promise<void> => {
    const dropped = onEveryNode(server.url, `drop database if exists ${name} with (force)`);
    await dropped.catch((error: unknown) => {
      if (tries > 1) return drop(tries - 1);
      throw error;
    });
  };
  return {
    url: databaseUrl(server.url, name),
    drop: async () => {
      await drop();
      await leave();
    },
  };
}

let shared: Promise<TestServer> | undefined;
let users = 0;

function enter(): Promise<TestServer> {
  users++;
  shared ??= acquireTestServer();
  return shared;
}

async function leave(): Promise<void> {
  users--;
  if (users > 0) return;
  const last = shared;
  shared = undefined;
  await (await last)?.release();
}
