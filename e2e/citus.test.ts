import { expect } from 'chai';
import { createOnCitus } from './support/citus.ts';
import { loadCluster, organization, prepareWarehouse } from './support/citus-fleet.ts';
import { type Client } from './support/client.ts';
import { type ServedPlugins, serveWith } from './support/editions/serve-with.ts';
import { pluginsOfEdition } from './support/editions/write-config.ts';
import { listOperations, makeUrl, requiredQuery } from './support/operations.ts';
import { skip } from './support/skip.ts';
import { createKey, type TenantCluster } from './support/tenants.ts';

/** The same fleet on one server and on the workers of Citus: nobody can tell which of them answers. */
describe('a warehouse distributed by Citus', () => {
  const server = process.env.COSTPLANE_TEST_CITUS_URL ?? '';
  const services: ServedPlugins[] = [];
  let keys: string[];
  let cluster: TenantCluster;

  before(async function () {
    if (server === '') skip(this, 'needs a coordinator of Citus in COSTPLANE_TEST_CITUS_URL');
    this.timeout(300_000);
    const at = Date.now();
    const plugins = await pluginsOfEdition('enterprise');
    for (const isDistributed of [true, false]) {
      const database = await createOnCitus(server, { hasWorkers: isDistributed });
      await prepareWarehouse(database, { isDistributed });
      await loadCluster(database, 'south', at);
      cluster = await loadCluster(database, 'north', at);
      services.push(await serveWith(plugins, database));
    }
    keys = await Promise.all(
      services.map(({ environment }) => createKey(environment, organization)),
    );
  });
  after(async () => {
    for (const service of services) await service.stop();
  });

  async function expectAlike(what: string, ask: Ask) {
    const [distributed, plain] = await Promise.all(
      services.map(({ client }, index) =>
        ask(client, keys[index]!).then(
          ({ status, text }) => ({ status, text: text.replaceAll(changing, '"$1":"…"') }),
          (error: unknown) => ({ status: 0, text: String(error) }),
        ),
      ),
    );
    expect(plain!.status, `${what}: ${plain!.text}`).to.equal(200);
    expect(distributed, what).to.deep.equal(plain);
  }

  it('answers every route like a plain one', async () => {
    const operations = listOperations(services[0]!.client).filter(
      ({ method, scope }) => method === 'get' && scope,
    );
    expect(operations).to.have.length.above(40);
    for (const operation of operations) {
      for (const query of operation.isPaged ? [[], ['limit=2']] : [[]]) {
        const url = makeUrl(operation, cluster.paths, ...query);
        const what = [operation.path, ...query].join(' ');
        await expectAlike(what, (client, key) => client.get(url, key));
      }
    }
  }).timeout(120_000);

  it('answers questions of the explorer like a plain one', async () => {
    const window = { start_date: requiredQuery.from, end_date: requiredQuery.to };
    for (const grouping of groupings) {
      for (const body of views) {
        const question = { ...window, group_by: grouping, ...body };
        const path = '/v1/cost-explorer/query';
        const what = JSON.stringify(question);
        await expectAlike(what, (client, key) => client.post(path, question, key));
      }
    }
  }).timeout(60_000);
});

const groupings = [
  'namespace',
  'controller_kind',
  'workload',
  'pod',
  'container',
  'node',
  'instance_type',
  'label:team',
];

/** Every kind of row and order, a page of few rows, and a question that nothing answers. */
const views = [
  {},
  { view_mode: 'grouped', per_page: 2 },
  { sort_by: 'costSharePercent', sort_order: 'asc', per_page: 1, page: 2 },
  { search: 'nothing has this name' },
  {
    filter_expression: { workload: [{ field: 'namespace', operator: 'contains', values: ['a'] }] },
  },
];

type Ask = (client: Client, key: string) => ReturnType<Client['get']>;

/** Of the answer, not of what it is about. */
const changing =
  /"((?:next_)?cursor|request_id|generated_at|(?:applied|ordered|created|updated)_at)":"[^"]*"/g;
