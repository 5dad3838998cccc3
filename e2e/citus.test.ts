import { expect } from 'chai';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOnCitus } from './support/citus.ts';
import { loadCluster, organization, prepareWarehouse } from './support/citus-fleet.ts';
import {
  findKind,
  type Planned,
  readPlans,
  recordStatements,
  writePlans,
} from './support/citus-plans.ts';
import {
  allocations,
  explorations,
  exports,
  listQueries,
  type Question,
} from './support/citus-questions.ts';
import { type ServedPlugins, serveWith } from './support/editions/serve-with.ts';
import { type PluginEntry, pluginsOfEdition } from './support/editions/write-config.ts';
import { listOperations, makeUrl } from './support/operations.ts';
import { skip } from './support/skip.ts';
import { createKey, type TenantCluster } from './support/tenants.ts';

/** Samples of metrics have no order; every other text is as it is. */
const inOrder = (text: string) =>
  text.startsWith('# HELP') ? text.split('\n').sort().join('\n') : text;

/** The same fleet on one server and on the workers of Citus: nobody can tell which of them answers. */
describe('a warehouse distributed by Citus', () => {
  const server = process.env.COSTPLANE_TEST_CITUS_URL ?? '';
  const services: ServedPlugins[] = [];
  const recorded = join(tmpdir(), `costplane-statements-${process.pid}.jsonl`);
  let keys: string[];
  let cluster: TenantCluster;

  before(async function () {
    if (server === '') skip(this, 'needs a coordinator of Citus in COSTPLANE_TEST_CITUS_URL');
    this.timeout(300_000);
    const at = Date.now();
    const plugins = (await pluginsOfEdition('enterprise')).map(withEveryMetric);
    for (const isDistributed of [true, false]) {
      const database = await createOnCitus(server, { hasWorkers: isDistributed });
      await prepareWarehouse(database, { isDistributed });
      await loadCluster(database, 'south', at);
      cluster = await loadCluster(database, 'north', at);
      const own = isDistributed ? recordStatements(recorded) : {};
      services.push(await serveWith(plugins, database, own));
    }
    keys = await createKeys();
  });
  after(async () => {
    for (const service of services) await service.stop();
    await rm(recorded, { force: true });
  });

  const createKeys = () =>
    Promise.all(services.map(({ environment }) => createKey(environment, organization)));

  async function expectAlike({ path, body }: Question) {
    const [distributed, plain] = await Promise.all(
      services.map(({ client }, index) =>
        (body ? client.post(path, body, keys[index]) : client.get(path, keys[index])).then(
          ({ status, text }) => ({ status, text: inOrder(text).replaceAll(changing, '"$1":"…"') }),
          (error: unknown) => ({ status: 0, text: String(error) }),
        ),
      ),
    );
    const what = `${path} ${JSON.stringify(body ?? '')}`;
    expect(plain!.status, `${what}: ${plain!.text}`).to.equal(200);
    expect(distributed, what).to.deep.equal(plain);
  }

  it('answers every route with every parameter like an undistributed one', async () => {
    const operations = listOperations(services[0]!.client).filter(
      ({ method, scope, path }) => method === 'get' && scope && path !== '/v1/exports/focus',
    );
    expect(operations).to.have.length.above(40);
    for (const operation of operations) {
      for (const query of listQueries(operation, cluster.paths)) {
        await expectAlike({ path: makeUrl(operation, cluster.paths, ...query) });
      }
    }
  }).timeout(300_000);

  it('answers explorer queries like an undistributed one', async () => {
    for (const question of explorations) await expectAlike(question);
  });

  it("answers OpenCost's routes like an undistributed one", async () => {
    for (const question of allocations) await expectAlike(question);
  });

  it('exports the same files as an undistributed one, with rows in the same order', async () => {
    for (const [index, question] of exports.entries()) {
      // A key has six files a minute.
      if (index % 6 === 0) keys = await createKeys();
      await expectAlike(question);
    }
  });

  describe('plans', () => {
    let plans: readonly Planned[];
    before(async () => {
      const { client, database } = services[0]!;
      plans = await readPlans(recorded, database.url, listOperations(client));
    });

    it('are the expected ones', async () => {
      const listed = await readFile(join(import.meta.dirname, 'citus-plans.md'), 'utf8');
      const table = writePlans(plans);
      const cells = (text: string) =>
        text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---').trim();
      expect(cells(listed.slice(listed.indexOf('| Route'))), `\n${table}\n`).to.equal(cells(table));
    });

    it('look up keys, tokens and teams without a worker, and owners on one worker', async () => {
      const { database } = services[0]!;
      const find = async (table: string, where = '') => {
        const text = `explain (costs off) select * from ${table} ${where}`;
        const rows = await database.sql<{ 'QUERY PLAN': string }>(text);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return findKind(plan, new URL(database.url).port);
      };
      for (const table of ['api_keys', 'agent_tokens', 'organizations', 'teams', 'departments']) {
        expect(await find(table), table).to.equal('local');
      }
      for (const table of ['team_assignments', 'workload_teams']) {
        const where = `where organization_id = '${organization}' and cluster_id = '${cluster.id}'`;
        expect(await find(table, where), table).to.equal('router');
      }
    });
  });
});

/** Every level and name of metrics. */
const withEveryMetric = (entry: PluginEntry): PluginEntry =>
  entry.package.endsWith('-cost-metrics')
    ? {
        ...entry,
        config: {
          level: 'container',
          labels: ['team'],
          budgets: {
            teams: [{ team: 'platform', daily: 1 }],
            namespaces: [{ cluster: 'north', namespace: 'shop', daily: 2 }],
          },
        },
      }
    : entry;

/** Of the answer, not of what it is about. */
const changing =
  /"((?:next_)?cursor|request_id|generated_at|(?:applied|ordered|created|updated)_at)":"[^"]*"/g;
