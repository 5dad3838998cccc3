import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '../support/client.ts';
import { costplaneJson, freePort, serve, type Service } from '../support/costplane.ts';
import { createDatabase, type Database } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startForwarder } from '../support/forwarder.ts';
import { createKey } from '../support/tenants.ts';

const families = ['health', 'organization', 'clusters'];

describe('a service of several databases', () => {
  let main: Database;
  let second: Database;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let config: string;
  let environment: Record<string, string>;
  let doors: Awaited<ReturnType<typeof startForwarder>>[];
  let service: Service;
  let client: Client;
  let keys: { here: string; there: string };

  before(async () => {
    folder = await temporaryFolder();
    config = join(folder.path, 'costplane.config.yaml');
    await writeConfig('databases: { eu-2: { urlVariable: EU_2_DATABASE_URL } }');
    [main, second] = [await createDatabase(), await createDatabase()];
    doors = [await startForwarder(main.url), await startForwarder(second.url)];
    const here = await createOrganization(main, 'here');
    const there = await createOrganization(second, 'there');
    keys = {
      here: await createKey({ DATABASE_URL: main.url }, 'here'),
      there: await createKey({ DATABASE_URL: second.url }, 'there'),
    };
    await main.sql(`insert into organization_homes values ($1, 'there', 'eu-2')`, [there]);
    await copyHashes(there);
    await addCluster(main, here, 'one');
    await addCluster(second, there, 'other');
    environment = {
      COSTPLANE_CONFIG: config,
      DATABASE_URL: doors[0]!.url,
      EU_2_DATABASE_URL: doors[1]!.url,
    };
    service = await serve(environment);
    client = await createClient(service.url);
  });
  after(async () => {
    await service.stop();
    for (const door of doors) await door.close();
    await main.drop();
    await second.drop();
    await folder.remove();
  });

  const writeConfig = (databases: string) =>
    writeFile(
      config,
      `${databases}\nplugins:\n${families.map((name) => `  - package: '@costplane/plugin-${name}'\n`).join('')}`,
    );
  const createOrganization = async ({ url }: Database, name: string) =>
    (await costplaneJson<{ id: string }>(['org', 'create', name], { DATABASE_URL: url })).id;
  const addCluster = (database: Database, organization: string, name: string) =>
    database.sql('insert into clusters (organization_id, name) values ($1, $2)', [
      organization,
      name,
    ]);
  /** Into the directory, as a move does. */
  const copyHashes = async (organization: string) => {
    const hashes = await second.sql<{ key_hash: Buffer }>('select key_hash from api_keys');
    for (const { key_hash: hash } of hashes) {
      await main.sql('insert into credential_homes values ($1, $2)', [organization, hash]);
    }
  };
  const names = async (key: string) => {
    const { status, body } = await client.get('/v1/clusters', key);
    const data = body.data as { metadata: { name: string } }[] | undefined;
    return data ? JSON.stringify(data) : status;
  };
  const statuses = async () =>
    Promise.all(
      [keys.here, keys.there].map(async (key) => (await client.get('/v1/clusters', key)).status),
    );
  const ready = async () => {
    const { status, body } = await client.get('/health/ready');
    return { status, checks: (body as unknown as { checks: Record<string, string> }).checks };
  };
  const untilStatuses = async (wanted: readonly number[]) => {
    let found: number[] = [];
    for (let tries = 0; tries < 100; tries += 1) {
      found = await statuses();
      if (found.join() === wanted.join()) return;
      await sleep(100);
    }
    expect(found).to.eql(wanted);
  };
  const failedStart = (overrides: Record<string, string | undefined> = {}) =>
    serve({ ...environment, ...overrides }).then(
      async (started) => {
        await started.stop();
        return 'it started';
      },
      (error: unknown) => (error as Error).message,
    );

  it('answers each organization from its own', async () => {
    expect(await names(keys.here))
      .to.match(/"one"/)
      .and.not.match(/other/);
    expect(await names(keys.there))
      .to.match(/"other"/)
      .and.not.match(/"one"/);
    expect(await ready()).to.eql({ status: 200, checks: { postgres: 'ok', 'eu-2': 'ok' } });
  });

  it('answers 503 for those on a database that is down, and 200 for the others', async () => {
    doors[1]!.shut();
    await untilStatuses([200, 503]);
    await sleep(6_000);
    expect(await statuses()).to.eql([200, 503]);
    const { status, checks } = await ready();
    expect(status).to.equal(200);
    expect(checks.postgres).to.equal('ok');
    expect(checks['eu-2']).to.match(/^unreachable/);
    doors[1]!.open();
    await untilStatuses([200, 200]);
  });

  it('keeps serving organizations in another database while the default one is down', async () => {
    await untilStatuses([200, 200]);
    doors[0]!.shut();
    await untilStatuses([503, 200]);
    // Longer than a key is remembered.
    await sleep(6_000);
    expect(await statuses()).to.eql([503, 200]);
    expect((await ready()).checks).to.include({ 'eu-2': 'ok' });
    doors[0]!.open();
    await untilStatuses([200, 200]);
  });

  it('starts while another database is down', async () => {
    const down = `postgresql://nobody@127.0.0.1:${await freePort()}/none`;
    const started = await serve({ ...environment, EU_2_DATABASE_URL: down });
    const other = await createClient(started.url);
    expect((await other.get('/v1/clusters', keys.here)).status).to.equal(200);
    expect((await other.get('/v1/clusters', keys.there)).status).to.equal(503);
    await started.stop();
  });

  it('starts while the ledger of another database is down', async () => {
    const down = `postgresql://nobody@127.0.0.1:${await freePort()}/none`;
    await writeConfig(
      'databases: { eu-2: { urlVariable: EU_2_DATABASE_URL, ledgerUrlVariable: EU_2_LEDGER_URL } }',
    );
    const started = await serve({ ...environment, EU_2_LEDGER_URL: down });
    const other = await createClient(started.url);
    expect((await other.get('/v1/clusters', keys.there)).status).to.equal(200);
    await started.stop();
    await writeConfig('databases: { eu-2: { urlVariable: EU_2_DATABASE_URL } }');
  });

  it('does not start with a variable that is not set', async () => {
    expect(await failedStart({ EU_2_DATABASE_URL: '' })).to.match(
      /databases\.eu-2: names the variable EU_2_DATABASE_URL, which is not set/,
    );
  });

  it('does not start with two names of one database', async () => {
    expect(await failedStart({ EU_2_DATABASE_URL: environment.DATABASE_URL })).to.match(
      /databases\.eu-2: is the same database as the default database/,
    );
  });

  it('does not start with a duplicate name, or while an organization is in an unknown database', async () => {
    await writeConfig('databases: { default: { urlVariable: EU_2_DATABASE_URL } }');
    expect(await failedStart()).to.match(/databases/);
    await writeConfig('');
    expect(await failedStart()).to.match(/does not name "eu-2", which the directory has for there/);
    await writeConfig('databases: { eu-2: { urlVariable: EU_2_DATABASE_URL } }');
  });
});
