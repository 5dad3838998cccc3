import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { readConfig } from '../src/config/read-config.ts';
import { StartupError } from '../src/errors/startup-error.ts';
import { tryLoadPlugins } from '../src/plugin/load-plugins.ts';
import { startService } from '../src/start-service.ts';
import { createTestDatabase } from '../src/testing.ts';

const nothing = () => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

describe('a start that fails', () => {
  it('on the management port gives the API port back', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const database = await createTestDatabase();
    const { config } = await readConfig({
      environment: { PORT: '0', MANAGEMENT_PORT: String(port) },
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
    expect((failure as StartupError).message).to.match(/is already in use.*MANAGEMENT_PORT/);
    taken.close();
    // With a connection of the pool still open this would fail without force.
    await database.drop();
  });
});
