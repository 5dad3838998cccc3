import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Client } from 'pg';
import { readConfig } from '../src/config/read-config.ts';
import { StartupError } from '../src/errors/startup-error.ts';
import { tryLoadPlugins } from '../src/plugin/load-plugins.ts';
import { startService } from '../src/start-service.ts';
import { createTestDatabase } from '../src/testing.ts';

const nothing = () => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** How many sessions a database has, the asking one included. */
async function connectionsTo(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>(
      'select count(*) from pg_stat_activity where datname = current_database()',
    );
    return rows;
  } finally {
    await client.end();
  }
}

describe('a start that fails', () => {
  it('on a port that is in use leaves nothing open', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const database = await createTestDatabase();
    const { config } = await readConfig({
      environment: { PORT: String(port), MANAGEMENT_PORT: '0' },
      folder: import.meta.dirname,
      defaultPlugins: ['unused'],
    });
    const plugins = await tryLoadPlugins(
      [{ package: './echo' }],
      `${import.meta.dirname}/fixtures`,
    );

    const failure = await startService({
      config,
      plugins,
      databaseUrl: database.url,
      log,
    }).catch((error: unknown) => error);

    expect(failure).to.be.instanceOf(StartupError);
    expect((failure as StartupError).message).to.match(/is already in use.*or PORT/);
    taken.close();
    const [left] = await connectionsTo(database.url);
    await database.drop();
    expect(left?.count).to.equal('1');
  });
});
