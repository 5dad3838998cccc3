import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../support/client.ts';
import { costplaneJson, serve } from '../support/costplane.ts';
import { createDatabase, type Database } from '../support/database.ts';
import { ours, pluginsOfEdition, writeConfig } from '../support/editions/write-config.ts';
import { temporaryFolder } from '../support/folder.ts';
import { copyKey } from '../support/mint-key.ts';
import { listOperations, makeUrl } from '../support/operations.ts';
import { repository } from '../support/paths.ts';
import { addCluster, createKey, type PathValues } from '../support/tenants.ts';

const folders = readdirSync(join(repository, 'plugins'));

describe('each plugin alone with the health plugin', () => {
  let database: Database;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let paths: PathValues;
  let anyKey: string;

  before(async () => {
    database = await createDatabase();
    folder = await temporaryFolder();
    const environment = { DATABASE_URL: database.url };
    await costplaneJson(['org', 'create', 'acme'], environment);
    ({ paths } = await addCluster(database, { organization: 'acme', name: 'one', at: Date.now() }));
    anyKey = await createKey(environment, 'acme');
  });
  after(async () => {
    await folder.remove();
    await database.drop();
  });

  it('covers every plugin of the enterprise edition', async () => {
    const names = (await pluginsOfEdition('enterprise')).map((plugin) => plugin.package);
    expect(ours(...folders).map((plugin) => plugin.package)).to.include.members(names);
  });

  for (const name of folders) {
    it(`boots and serves: ${name}`, async () => {
      const plugins = name === 'health' ? ours('health') : ours('health', name);
      const environment = {
        DATABASE_URL: database.url,
        COSTPLANE_CONFIG: await writeConfig(folder.path, name, plugins),
      };
      const service = await serve(environment);
      try {
        const client = await createClient(service.url);
        expect((await client.get('/health/ready')).status).to.equal(200);
        const operations = listOperations(client);
        const scopes = operations.flatMap(({ scope }) => (scope === undefined ? [] : [scope]));
        const [key] = (await copyKey(database, anyKey, 1, { scopes })) as [string];
        for (const operation of operations) {
          const url = makeUrl(operation, paths);
          const { status, text } =
            operation.method === 'post'
              ? await client.post(url, {}, key)
              : await client.get(url, key);
          expect(status, `${url}: ${text}`).to.equal(200);
        }
      } finally {
        await service.stop();
      }
    });
  }
});
