import { expect } from 'chai';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '../support/client.ts';
import { costplaneJson, serve, type Service } from '../support/costplane.ts';
import { createDatabase, type Database } from '../support/database.ts';
import { writeConfig } from '../support/editions/write-config.ts';
import { temporaryFolder } from '../support/folder.ts';
import { repository } from '../support/paths.ts';
import { createKey } from '../support/tenants.ts';

describe('an edition with a plugin from a folder elsewhere', () => {
  let database: Database;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: Service;
  let client: Client;
  let key: string;

  before(async () => {
    database = await createDatabase();
    folder = await temporaryFolder();
    await cp(join(repository, 'e2e/plugins/hello'), join(folder.path, 'vendor/hello'), {
      recursive: true,
    });
    const config = await writeConfig(folder.path, 'vendor', [
      { package: '@costplane/plugin-health' },
      { package: './vendor/hello' },
    ]);
    const environment = { DATABASE_URL: database.url, COSTPLANE_CONFIG: config };
    await costplaneJson(['org', 'create', 'vendor'], environment);
    key = await createKey(environment, 'vendor', { scopes: ['hello:read'] });
    service = await serve(environment);
    client = await createClient(service.url);
  });
  after(async () => {
    await service.stop();
    await database.drop();
    await folder.remove();
  });

  it('loads it and serves it', async () => {
    const { status, body } = await client.get('/v1/hello', key);
    expect([status, body.data]).to.eql([200, { greeting: 'hello' }]);
    expect(client.document.paths).to.have.property('/v1/hello');
  });

  // The last one: it stops the service.
  it('on SIGTERM turns unready, finishes the request in flight and ends with 0', async () => {
    const hold = join(folder.path, 'vendor/hello/hold');
    await writeFile(hold, '');
    const inFlight = client.get('/v1/hello', key);
    await until(async () =>
      (await (await fetch(service.metricsUrl)).text()).includes('requests_in_flight 1'),
    );
    const ended = service.stop();
    const unready = await until(async () => {
      const answer = await fetch(`${service.url}/health/ready`);
      return answer.status === 503 && answer;
    });
    expect(await unready.json()).to.include({ status: 'not_ready' });

    await rm(hold);
    expect((await inFlight).body.data).to.eql({ greeting: 'hello' });
    expect(await ended).to.equal(0);
  });
});

/** Asks again and again, until there is something. */
async function until<T>(ask: () => Promise<T | false>): Promise<T> {
  for (;;) {
    const found = await ask();
    if (found !== false) return found;
    await sleep(20);
  }
}
