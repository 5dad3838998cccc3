import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { createConfig, startService, tryLoadPlugins } from '@costplane/kernel';
import { StartupError } from '@costplane/plugin-api/internal';
import { createTestDatabase } from '../src/test-database.ts';

const nothing = () => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Whether a database has other sessions than the asking one, and those that Citus opens by itself. */
async function hasOtherConnections(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and application_name not like 'citus%'`,
    );
    return rowCount !== 0;
  } finally {
    await client.end();
  }
}

describe('a start that fails', () => {
  it('because of ports in use names both, and leaves nothing open', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const database = await createTestDatabase();
    const config = createConfig({ server: { port }, management: { port } });
    const plugins = await tryLoadPlugins(
      [{ package: './echo' }, { package: './fails-to-close' }],
      `${import.meta.dirname}/fixtures`,
    );

    const failure = await startService({
      config,
      plugins,
      databaseUrl: database.url,
      log,
    }).catch((error: unknown) => error);

    expect(failure).to.be.instanceOf(StartupError);
    const [api, metrics] = (failure as StartupError).message.split('\n');
    expect(api).to.match(/is already in use.*or PORT/);
    expect(metrics).to.match(/is already in use.*or MANAGEMENT_PORT/);
    taken.close();
    // PostgreSQL ends a session a moment after its connection is closed; one left open stays.
    while (await hasOtherConnections(database.url)) await sleep(20);
    await database.drop();
  });

  it('because of several databases names them all', async () => {
    const database = await createTestDatabase();
    const failure = await startService({
      config: createConfig({ server: { port: 0 }, management: { port: 0 } }),
      plugins: await tryLoadPlugins([], import.meta.dirname),
      databaseUrl: `${database.url}_1`,
      databases: [{ name: 'eu', databaseUrl: `${database.url}_2` }],
      log,
    }).catch((error: unknown) => error);

    expect(failure).to.be.instanceOf(StartupError);
    const [first, second] = (failure as StartupError).message.split('\n');
    expect(first).to.match(/_1.*does not exist.*DATABASE_URL/);
    expect(second).to.match(/_2.*does not exist.*databases\.eu/);
    await database.drop();
  });
});
