import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquireEmbeddedDatabase } from '@costplane/warehouse';
import { Client } from 'pg';

/** Survives a run, and resolves packages as the workspace does. */
export const benchHome = join(
  import.meta.dirname,
  '../../../../node_modules/.cache/costplane-bench',
);
const durability = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

/** The PostgreSQL that all scenarios share. */
export interface BenchServer {
  readonly version: string;
  /** `on` each, unless the server was given to us. */
  readonly settings: Readonly<Record<(typeof durability)[number], string>>;
  /** Undefined if it is not known, because the server was given to us. */
  readPostmaster(): Promise<number | undefined>;
  /** Restarts PostgreSQL and drops the page cache; answers what could not be done. */
  forgetData(): Promise<readonly string[]>;
  /** Stops PostgreSQL, unless it was given to us. */
  release(): Promise<void>;
}

/**
 * The server of `COSTPLANE_TEST_DATABASE_URL`, or an embedded one that commits as in production.
 * `createTestDatabase` makes its databases there.
 */
export async function acquireBenchServer(): Promise<BenchServer> {
  const given = process.env.COSTPLANE_TEST_DATABASE_URL;
  const embedded = given ? undefined : await acquireEmbeddedDatabase({ home: benchHome });
  const url = given ?? embedded?.url ?? '';
  process.env.COSTPLANE_TEST_DATABASE_URL = url;
  if (embedded) await dropLeftovers(url);
  const readPostmaster = async () =>
    embedded && Number.parseInt(await readFile(join(embedded.folder, 'postmaster.pid'), 'utf8'));
  return {
    ...(await readSettings(url)),
    readPostmaster,
    release: async () => embedded?.release(),
    async forgetData() {
      const postmaster = await readPostmaster();
      if (postmaster !== undefined) {
        // The one that holds the database starts it again.
        process.kill(postmaster, 'SIGINT');
        while ((await readPostmaster().catch(() => postmaster)) === postmaster) await sleep(20);
        while (!(await readSettings(url).catch(() => null))) await sleep(20);
      }
      const isDropped = await dropPageCache();
      return [
        ...(postmaster === undefined ? ['PostgreSQL was not restarted: it was given to us'] : []),
        ...(isDropped ? [] : ['the page cache was not dropped: that takes root']),
      ];
    },
  };
}

/** What PostgreSQL has written is on the disk since it was stopped, and can be dropped. */
const dropPageCache = (): Promise<boolean> =>
  writeFile('/proc/sys/vm/drop_caches', '3').then(
    () => true,
    () => false,
  );

/** A benchmark that was killed has left its databases. */
const dropLeftovers = (url: string) =>
  onServer(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, 'costplane_test_')`,
    );
    for (const { name } of rows) await client.query(`drop database "${name}" with (force)`);
  });

const readSettings = (url: string) =>
  onServer(url, async (client) => {
    const { rows } = await client.query<Record<string, string>>(
      `select current_setting('server_version') as version,
        ${durability.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`,
    );
    const { version = '', ...settings } = rows[0] ?? {};
    return { version, settings: settings as BenchServer['settings'] };
  });

async function onServer<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
