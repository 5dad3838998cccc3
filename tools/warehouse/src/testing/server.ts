import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { connectionFailure } from '../connection-failure.ts';
import { acquireEmbeddedDatabase } from '../embedded/acquire.ts';

export interface TestServer {
  /** Of a user who may create databases. */
  url: string;
  release(): Promise<void>;
}

const home = join(import.meta.dirname, '../../../../node_modules/.cache/costplane-test');

/** The server of `COSTPLANE_TEST_DATABASE_URL`, or an embedded one that all test runs share. */
export async function acquireTestServer(): Promise<TestServer> {
  const url = process.env.COSTPLANE_TEST_DATABASE_URL;
  if (url) return { url, release: () => Promise.resolve() };
  const embedded = await acquireEmbeddedDatabase({ home, isDurable: false });
  return {
    url: embedded.url,
    release: async () => {
      await dropLeftovers(embedded.url, (pid) => pid === process.pid || !isAlive(pid));
      await embedded.release();
    },
  };
}

export async function onServer<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'costplane test' });
  try {
    await client.connect().catch((error: unknown) => {
      throw connectionFailure(error, url);
    });
    return await work(client);
  } finally {
    await client.end();
  }
}

export function databaseOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** A name that says which process the database belongs to. */
export function testDatabaseName(): string {
  return `costplane_test_${process.pid}_${randomBytes(6).toString('hex')}`;
}

/** Drops the databases that tests of some processes have left behind. */
export async function dropLeftovers(
  url: string,
  isOf: (pid: number) => boolean = (pid) => pid === process.pid,
): Promise<void> {
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname ~ '^costplane_test_[0-9]+_'`,
    );
    for (const { name } of rows) {
      if (!isOf(Number(name.split('_')[2]))) continue;
      await client.query(`drop database if exists "${name}" with (force)`);
    }
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
