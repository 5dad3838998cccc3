import { hash, randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { acquireEmbeddedDatabase } from '../embedded/acquire.ts';
import { leaseName } from '../embedded/lease.ts';
import { listNodes } from './nodes.ts';
import { onServer } from './on-server.ts';
import { templateName, templatePrefix } from './template.ts';

export interface TestServer {
  /** URL of a user who may create databases. */
  url: string;
  release(): Promise<void>;
}

const modules = join(import.meta.dirname, '../../../../../node_modules');

/** The server of `COSTPLANE_TEST_DATABASE_URL`, or an embedded one that all test runs share. */
export async function acquireTestServer(): Promise<TestServer> {
  const url = process.env.COSTPLANE_TEST_DATABASE_URL;
  if (url) return { url, release: () => Promise.resolve() };
  const embedded = await acquireEmbeddedDatabase({ home: await findHome(), isDurable: false });
  return {
    url: embedded.url,
    release: async () => {
      await dropLeftovers(embedded.url);
      await embedded.release();
    },
  };
}

/**
 * In memory if Linux has enough of it: every test database is a thousand files that are soon deleted,
 * which takes a disk four times as much CPU time.
 */
async function findHome(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  const isEnough = memory && memory.bavail * memory.bsize >= 8 * 1024 ** 3;
  if (!isEnough) return join(modules, '.cache/costplane-test');
  return `/dev/shm/costplane-test-${hash('sha256', modules).slice(0, 12)}`;
}

/** A name that identifies the test run of a database. */
export function testDatabaseName(): string {
  return `${prefixOfRun()}${randomBytes(6).toString('hex')}`;
}

/** A run of several processes has the id of the first one. */
const prefixOfRun = () =>
  `costplane_test_${process.env.COSTPLANE_TEST_RUN ?? String(process.pid)}_`;

/**
 * Drops leftover databases of tests: all of them on a server that no other test run uses, with the templates of
 * other versions; otherwise only those of this run.
 */
export async function dropLeftovers(url: string): Promise<void> {
  for (const node of await listNodes(url)) await dropLeftoversOn(node);
}

async function dropLeftoversOn(url: string): Promise<void> {
  await onServer(url, async (client) => {
    const leases = await client.query('select from pg_stat_activity where application_name = $1', [
      leaseName,
    ]);
    // The embedded server counts its users. A given server does not, and may be shared.
    const isAlone = leases.rowCount === 1;
    const ours = isAlone ? 'costplane_test_' : prefixOfRun();
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, $1)
        or $2 and starts_with(datname, $3) and not starts_with(datname, $4)`,
      [ours, isAlone, templatePrefix, await templateName()],
    );
    for (const { name } of rows) {
      if (name.startsWith(templatePrefix)) {
        await client.query(`alter database "${name}" is_template false`);
      }
      await client.query(`drop database if exists "${name}" with (force)`);
    }
  });
}
