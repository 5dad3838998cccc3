import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  expectInvariant,
  expectStored,
  makeQuery,
  untilFolded,
} from '../receiver/support/expect-ledger.ts';
import { createFleet, type ReportingCluster, reportUntil } from '../receiver/support/fleet.ts';
import { foldOften, type Receiver, startReceiver } from '../receiver/support/receiver.ts';
import { createOnCitus } from '../support/citus.ts';
import { type Client, createClient } from '../support/client.ts';
import {
  cleanEnvironment,
  costplane,
  costplaneJson,
  serve,
  type Service,
} from '../support/costplane.ts';
import { createDatabase, type Database } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { costplaneCommand } from '../support/paths.ts';
import { skip } from '../support/skip.ts';
import { createKey } from '../support/tenants.ts';

const families = ['health', 'organization', 'clusters', 'workloads', 'trends', 'explorer'];
const kills = 10;
const withTeam = `
departments: []
teams: [{ name: payments }]
assignments: []
`;
const withoutTeam = 'departments: []\nteams: []\nassignments: []\n';
const monthMs = 31 * 86_400_000;
/** A service looks every five seconds where organizations are at home. */
const homeKnownMs = 6_000;

const citus = process.env.COSTPLANE_TEST_CITUS_URL ?? '';

describe('costplane org move to another server', () => testMoves(createDatabase));

describe('costplane org move to workers of Citus', () => {
  before(function () {
    if (citus === '') skip(this, 'needs a coordinator of Citus in COSTPLANE_TEST_CITUS_URL');
  });
  testMoves(createDistributed);
});

async function createDistributed(): Promise<Database> {
  const database = await createOnCitus(citus, { hasWorkers: true });
  const { code, stderr } = await costplane(['migrate', '--distribute'], {
    DATABASE_URL: database.url,
  });
  expect(code, stderr).to.equal(0);
  return database;
}

function testMoves(createTarget: () => Promise<Database>): void {
  let main: Database;
  let second: Database;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let environment: Record<string, string>;
  let fleet: ReportingCluster[];
  let service: Service;
  let receiver: Receiver;
  let client: Client;
  let key: string;
  const cleanUp: (() => Promise<unknown>)[] = [];

  before(async () => {
    folder = await temporaryFolder();
    cleanUp.push(() => folder.remove());
    const config = join(folder.path, 'costplane.config.yaml');
    await writeFile(
      config,
      [
        'databases: { eu-2: { urlVariable: EU_2_DATABASE_URL } }',
        'plugins:',
        ...families.map((name) => `  - package: '@costplane/plugin-${name}'`),
      ].join('\n'),
    );
    [main, second] = [await createDatabase(), await createTarget()];
    cleanUp.push(
      () => main.drop(),
      () => second.drop(),
    );
    environment = {
      COSTPLANE_CONFIG: config,
      DATABASE_URL: main.url,
      EU_2_DATABASE_URL: second.url,
    };
    await costplaneJson(['org', 'create', 'acme'], environment);
    // Numbers that a sequence of the target has given to another organization already.
    await costplaneJson(['org', 'create', 'rival', '--database', 'eu-2'], environment);
    const since = Date.now() - 10 * 3_600_000;
    fleet = [
      ...(await createFleet(environment, { org: 'acme', names: ['north', 'south'], since })),
      ...(await createFleet(environment, { org: 'acme', names: ['old'], since: since - monthMs })),
    ];
    key = await createKey(environment, 'acme');
    service = await serve(environment);
    cleanUp.push(() => service.stop());
    client = await createClient(service.url);
    receiver = await startReceiver(environment, foldOften);
    cleanUp.push(() => receiver.stop());
  });
  after(async () => {
    for (const step of cleanUp.reverse()) await step();
  });

  const readHome = async () => {
    const rows = await main.sql<{ database: string }>(
      `select database from organization_homes where name = 'acme'`,
    );
    return rows[0]?.database ?? 'default';
  };
  const move = (to: string, ...options: string[]) =>
    costplane(['org', 'move', 'acme', '--to', to, ...options], environment);
  const expectMoved = async (to: string) => {
    const { code, stderr } = await move(to);
    expect(code, stderr).to.equal(0);
  };
  /** Kills the command `afterMs` after it starts to copy. */
  const moveAndKill = async (to: string, afterMs: number) => {
    const child = spawn(process.execPath, [costplaneCommand, 'org', 'move', 'acme', '--to', to], {
      env: { ...cleanEnvironment(), ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.once('data', () => setTimeout(() => child.kill('SIGKILL'), afterMs));
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  };

  it('loses and duplicates nothing when killed ten times while agents report and a client reads', async () => {
    const over = new AbortController();
    const statuses = new Map<number, number>();
    const reading = (async () => {
      while (!over.signal.aborted) {
        const { status, body } = await client.get('/v1/clusters', key);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 200) expect(body.data).to.have.length(3);
        await sleep(25);
      }
    })();
    const reporting = fleet.map((cluster) =>
      reportUntil(cluster, {
        url: () => receiver.url,
        isOver: () => over.signal.aborted,
        pauseMs: 150,
      }),
    );
    await sleep(2_000);
    let killed = 0;
    for (let run = 0; killed < kills; run += 1) {
      const to = (await readHome()) === 'default' ? 'eu-2' : 'default';
      const code = await moveAndKill(to, (run * 370) % 2_600);
      if (code === null) killed += 1;
      else expect(code).to.equal(0);
    }
    await expectMoved('eu-2');
    const stored = fleet.map((cluster) => cluster.stored.length);
    // Reports are stored at the new home.
    const isReported = () =>
      fleet.every((cluster, index) => cluster.stored.length > stored[index]!);
    for (const end = Date.now() + 40_000; !isReported() && Date.now() < end;) await sleep(100);
    expect(isReported()).to.equal(true);
    over.abort();
    await Promise.all([reading, ...reporting]);
    expect([...statuses.keys()]).to.eql([200]);
    const query = makeQuery(second);
    await untilFolded(query);
    await expectStored(query, fleet);
    await expectInvariant(query);
  }).timeout(300_000);

  it('answers as before, and continues ids after the copied ones', async () => {
    const ask = async () => {
      const list = await client.get('/v1/clusters', key);
      const explored = await client.post('/v1/cost-explorer/query', {}, key);
      return JSON.stringify([list.body.data, explored.body.data]);
    };
    await sleep(homeKnownMs);
    const before = await ask();
    await expectMoved('default');
    await sleep(homeKnownMs);
    expect(await ask()).to.equal(before);
    for (const table of ['owner_descriptions', 'priced_items']) {
      const rows = await main.sql<{ next: string; last: string }>(
        `select nextval(pg_get_serial_sequence('${table}', 'id'))::text as next,
          (select max(id) from ${table})::text as last`,
      );
      expect(Number(rows[0]!.next), table).to.be.greaterThan(Number(rows[0]!.last));
    }
  });

  it('rejects reports and changes with a retryable error while it finishes', async () => {
    await main.sql(`update organizations set is_writable = false where name = 'acme'`);
    const cluster = fleet[0]!;
    const { send } = await import('../receiver/support/agent.ts');
    const { last } = await send(cluster.next(), {
      url: receiver.url,
      token: cluster.token,
      maxAttempts: 1,
    });
    expect(last?.status).to.equal(503);
    expect(last?.headers['retry-after']).to.equal('5');
    const changes = [
      ['key', 'create', '--org', 'acme', '--scope', 'clusters:read'],
      ['key', 'revoke', key, '--yes'],
      ['agent-token', 'revoke', cluster.token, '--yes'],
      ['cluster', 'rename', 'north', 'abroad', '--org', 'acme'],
      ['cluster', 'retire', 'north', '--org', 'acme', '--yes'],
      ['org', 'limit', 'acme', '--cores', '100'],
      ['org', 'suspend', 'acme', '--yes'],
      ['price', 'unset', '--org', 'acme', '--yes'],
    ];
    for (const change of changes) {
      const { stderr } = await costplane(change, environment);
      expect(stderr, change.join(' ')).to.match(/being moved to another database; try again later/);
    }
    const applied = await costplane(
      ['allocation', 'apply', '-', '--org', 'acme', '--yes'],
      environment,
      withTeam,
    );
    expect(applied.stderr).to.match(/being moved to another database; try again later\n$/);
    expect((await client.get('/v1/clusters', key)).status).to.equal(200);
    // A move to where it is ends what an earlier one began.
    await expectMoved('default');
    const sent = await send(cluster.next(), {
      url: receiver.url,
      token: cluster.token,
      waitMs: 200,
    });
    expect(sent.isContent).to.equal(true);
  });

  it('ends an interrupted move while other databases are down', async () => {
    await main.sql(`update organizations set is_writable = false where name = 'acme'`);
    const { code, stderr } = await costplane(['org', 'move', 'acme', '--to', 'default'], {
      ...environment,
      EU_2_DATABASE_URL: 'postgres://me@127.0.0.1:1/down',
    });
    expect(stderr).to.equal(
      'costplane: No PostgreSQL answers at 127.0.0.1:1/down; start it or correct EU_2_DATABASE_URL\n',
    );
    expect(code).to.equal(1);
    expect(await main.sql(`select is_writable from organizations where name = 'acme'`)).to.eql([
      { is_writable: true },
    ]);
  });

  it('revokes a key in the current database of its organization, not in the rows that a move left behind', async () => {
    const leaked = await createKey(environment, 'acme');
    await expectMoved('eu-2');
    await sleep(homeKnownMs);
    expect((await client.get('/v1/clusters', leaked)).status).to.equal(200);
    await costplaneJson(['key', 'revoke', leaked, '--yes'], environment);
    await sleep(11_000);
    expect((await client.get('/v1/clusters', leaked)).status).to.equal(401);
    await expectMoved('default');
  });

  it('leaves rows behind, which are not served, until they are deleted on request', async () => {
    const count = async (database: Database) => {
      const rows = await database.sql<{ count: number }>(
        `select (select count(*) from snapshots)::integer + (select count(*) from cluster_hours)::integer
          + (select count(*) from organizations where name = 'acme')::integer as count`,
      );
      return rows[0]!.count;
    };
    expect(await count(second)).to.be.greaterThan(0);
    const { code, stderr } = await move('default', '--delete-source', '--yes');
    expect(code, stderr).to.equal(0);
    expect(await count(second)).to.equal(0);
    expect(await count(main)).to.be.greaterThan(0);
    expect((await client.get('/v1/clusters', key)).status).to.equal(200);
  });

  it('makes the target of an earlier move equal: deleted rows, and a name of another cluster now', async () => {
    const apply = async (file: string) => {
      const { code, stderr } = await costplane(
        ['allocation', 'apply', '-', '--org', 'acme', '--yes'],
        environment,
        file,
      );
      expect(code, stderr).to.equal(0);
    };
    const readTeam = () => second.sql(`select from teams where name = 'payments'`);
    await apply(withTeam);
    await expectMoved('eu-2');
    expect(await readTeam()).to.have.length(1);
    await expectMoved('default');
    await apply(withoutTeam);
    await main.sql(`update clusters set name = 'abroad' where name = 'north'`);
    await main.sql(
      `insert into clusters (organization_id, name) select organization_id, 'north' from clusters where name = 'abroad'`,
    );
    // It is copied after the new one.
    await main.sql(`update clusters set name = name where name = 'abroad'`);
    await expectMoved('eu-2');
    expect(await readTeam()).to.have.length(0);
    const { code, stderr } = await move('default', '--delete-source', '--yes');
    expect(code, stderr).to.equal(0);
  });

  it('reports unsupported requests in one line', async () => {
    expect((await move('eu-9')).stderr).to.match(/names no database "eu-9"; it has default, eu-2/);
    await second.sql(`insert into organizations (name) values ('acme')`);
    expect((await move('eu-2')).stderr).to.match(/Another organization .* is called "acme"/);
  });
}
