import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { send } from '../receiver/support/agent.ts';
import { createFleet } from '../receiver/support/fleet.ts';
import { startReceiver } from '../receiver/support/receiver.ts';
import { createClient } from '../support/client.ts';
import { costplane, costplaneJson, serve } from '../support/costplane.ts';
import { createDatabase, type Database } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { createKey } from '../support/tenants.ts';

describe('commands and receivers of several databases', () => {
  let main: Database;
  let second: Database;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let environment: Record<string, string>;

  before(async () => {
    folder = await temporaryFolder();
    const config = join(folder.path, 'costplane.config.yaml');
    const families = ['health', 'organization', 'clusters'];
    await writeFile(
      config,
      [
        'databases: { eu-2: { urlVariable: EU_2_DATABASE_URL } }',
        'plugins:',
        ...families.map((name) => `  - package: '@costplane/plugin-${name}'`),
      ].join('\n'),
    );
    [main, second] = [await createDatabase(), await createDatabase()];
    environment = {
      COSTPLANE_CONFIG: config,
      DATABASE_URL: main.url,
      EU_2_DATABASE_URL: second.url,
    };
    await costplaneJson(['org', 'create', 'here'], environment);
    await costplaneJson(['org', 'create', 'there', '--database', 'eu-2'], environment);
  });
  after(async () => {
    await main.drop();
    await second.drop();
    await folder.remove();
  });

  const names = (database: Database) =>
    database.sql<{ name: string }>('select name from organizations order by name');
  const clusters = async (database: Database) =>
    (await database.sql<{ name: string }>('select name from clusters')).map(({ name }) => name);

  it('create an organization in the given database, with a name that no database has', async () => {
    expect(await names(main)).to.eql([{ name: 'here' }]);
    expect(await names(second)).to.eql([{ name: 'there' }]);
    const list = await costplaneJson<{ name: string; database: string }[]>(
      ['org', 'list'],
      environment,
    );
    expect(list.map(({ name, database }) => [name, database])).to.eql([
      ['here', 'default'],
      ['there', 'eu-2'],
    ]);
    const again = await costplane(['org', 'create', 'there'], environment);
    expect(again.stderr).to.match(/already exists on eu-2/);
    const nowhere = await costplane(['org', 'create', 'new', '--database', 'eu-3'], environment);
    expect(nowhere.stderr).to.match(/names no database "eu-3"; it has default, eu-2/);
  });

  it('complete an organization that was only listed in the directory before', async () => {
    const id = '0d9c0000-0000-4000-8000-000000000001';
    await main.sql(
      `insert into organization_homes (organization_id, name, database) values ('${id}', 'late', 'eu-2')`,
    );
    const create = ['org', 'create', 'late', '--database', 'eu-2'];
    expect(await costplaneJson<{ id: string }>(create, environment)).to.include({ id });
    const again = await costplane(create, environment);
    expect(again.stderr).to.equal(
      `costplane: The organization "late" already exists (${id}); use it or choose another name\n`,
    );
  });

  it('create an organization once if two commands create it at the same time', async () => {
    const create = () => costplane(['org', 'create', 'twin', '--database', 'eu-2'], environment);
    const untilBothWait = main.sql(`do $$ begin
      lock table organization_homes in share mode;
      for attempt in 1..400 loop
        if (select count(*) from pg_locks
          where relation = 'organization_homes'::regclass and not granted) = 2 then return; end if;
        perform pg_sleep(0.05);
      end loop;
      raise 'the commands do not wait';
    end $$`);
    const outcomes = await Promise.all([create(), create()]);
    await untilBothWait;
    expect(outcomes.map(({ code }) => code).sort()).to.eql([0, 1]);
    expect(outcomes.find(({ code }) => code === 1)?.stderr).to.match(
      /^costplane: The organization "twin" already exists [^\n]+\n$/,
    );
  });

  it('create a key in a database that only the config of --config names', async () => {
    const { COSTPLANE_CONFIG: config = '', ...unnamed } = environment;
    const line = ['key', 'create', '--org', 'there', '--scope', 'all', '--config', config];
    expect(await costplaneJson(line, unnamed)).to.have.property('key');
  });

  it('apply reports and create valid keys in the database of the organization', async () => {
    const since = Date.now() - 600_000;
    const [here] = await createFleet(environment, { org: 'here', names: ['north'], since });
    const [there] = await createFleet(environment, { org: 'there', names: ['south'], since });
    const receiver = await startReceiver(environment);
    for (const cluster of [here!, there!]) {
      for (let report = 0; report < 2; report += 1) {
        const { token } = cluster;
        const sent = await send(cluster.next(), { url: receiver.url, token });
        expect(sent.isContent, receiver.output.stderr).to.equal(true);
      }
    }
    expect(await receiver.stop()).to.equal(0);
    expect([await clusters(main), await clusters(second)]).to.eql([['north'], ['south']]);
    for (const database of [main, second]) {
      const rows = await database.sql('select 1 from snapshots');
      expect(rows).to.have.length(2);
    }
    const key = await createKey(environment, 'there');
    const service = await serve(environment);
    const client = await createClient(service.url);
    const { status, text } = await client.get('/v1/clusters', key);
    expect(status).to.equal(200);
    expect(text).to.contain('south');
    await costplaneJson(['key', 'revoke', key, '--yes'], environment);
    await service.stop();
  });

  it('work on all databases if no organization is given', async () => {
    const state = await costplaneJson<Record<string, unknown>>(
      ['migrate', '--status'],
      environment,
    );
    expect(state).to.have.all.keys('default', 'eu-2');
    expect(await costplaneJson(['rollup'], environment)).to.eql({ periods: 0 });
  });

  it('work on the databases that can be reached, and name the others', async () => {
    const down = { ...environment, DATABASE_URL: 'postgres://me@127.0.0.1:1/down' };
    const notReached = 'costplane: No PostgreSQL answers at 127.0.0.1:1/down; [^\\n]+\\n';
    const list = await costplane(['org', 'list', '--json'], down);
    expect(list.stderr).to.match(
      new RegExp(
        `^Database default failed:\\n${notReached}costplane: The command failed on 1 of 2 .+\\n$`,
      ),
    );
    expect(list.code).to.equal(1);
    const listed = JSON.parse(list.stdout) as { name: string; database: string }[];
    expect(listed.map(({ name, database }) => `${name} ${database}`)).to.include('there eu-2');

    const migrated = await costplane(['migrate', '--distribute', '--json'], down);
    expect(JSON.parse(migrated.stdout)).to.eql({ 'eu-2': { applied: [], distributed: [] } });

    const { id } = await costplaneJson<{ id: string }>(
      ['key', 'create', '--org', 'there', '--scope', 'clusters:read'],
      environment,
    );
    expect(await costplaneJson(['key', 'revoke', id, '--yes'], down)).to.include({ id });
    const other = await costplane(['key', 'revoke', crypto.randomUUID(), '--yes'], down);
    expect(other.stderr).to.match(new RegExp(`^${notReached}$`));
    expect(other.code).to.equal(1);
    const elsewhere = await costplane(['key', 'list', '--org', 'there'], {
      ...environment,
      EU_2_DATABASE_URL: down.DATABASE_URL,
    });
    expect(elsewhere.stderr).to.equal(
      'costplane: No PostgreSQL answers at 127.0.0.1:1/down; start it or correct EU_2_DATABASE_URL\n',
    );
  });
});
