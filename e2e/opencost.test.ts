import { expect } from 'chai';
import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Client } from './support/client.ts';
import { createDemoDatabase } from './support/demo-database.ts';
import { type ServedPlugins, serveWith } from './support/editions/serve-with.ts';
import { ours } from './support/editions/write-config.ts';
import { repository } from './support/paths.ts';
import { skip } from './support/skip.ts';
import { createKey } from './support/tenants.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of either family
type Row = Readonly<Record<string, any>>;
type Sets = readonly Readonly<Record<string, Row>>[];

const kubectlCost = process.env.COSTPLANE_TEST_KUBECTL_COST ?? 'kubectl-cost';
const dayMs = 86_400_000;
const day = (offset: number) =>
  new Date(Math.floor(Date.now() / dayMs) * dayMs + offset * dayMs).toISOString().slice(0, 10);

/** Days of the demo fleet that are over, so that nothing changes between two requests. */
const window = `${day(-14)}T00:00:00Z,${day(0)}T00:00:00Z`;
const days = { start_date: day(-14), end_date: day(-1) };

describe("OpenCost's routes over the demo fleet", () => {
  let served: ServedPlugins;
  let client: Client;
  let key: string;

  before(async function () {
    this.timeout(Math.max(this.timeout(), 300_000));
    served = await serveWith(ours('health', 'explorer', 'opencost'), await createDemoDatabase());
    client = served.client;
    key = await createKey(served.environment, 'demo');
  });
  after(() => served.stop());

  async function read(path: string, query: Readonly<Record<string, string>>): Promise<Sets> {
    const search = new URLSearchParams(query).toString();
    const { status, body, text } = await client.get(`/opencost${path}?${search}`, key);
    expect(status, text).to.equal(200);
    return body.data as Sets;
  }

  async function explore(body: object): Promise<Row> {
    const answer = await client.post(
      '/v1/cost-explorer/query',
      { basis: 'all', view_mode: 'grouped', ...days, ...body },
      key,
    );
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.data as Row;
  }

  /** What everything cost that matches, by the explorer. */
  async function readBill(body: object = {}): Promise<number> {
    const { summary } = await explore({ group_by: 'namespace', per_page: 1, ...body });
    return Number(summary.totalCost) + Number(summary.unallocatedCost);
  }

  const sum = (sets: Sets): number =>
    sets
      .flatMap((set) => Object.values(set))
      .reduce((total, { totalCost }) => total + Number(totalCost), 0);

  const groupings = [
    'all',
    'namespace',
    'cluster',
    'cluster,namespace',
    'controller',
    'controllerKind',
    'deployment',
    'service',
    'label:app',
    'namespace,label:app.kubernetes.io/name',
    'annotation:owner',
    'node',
    'pod',
    'namespace,pod,container',
  ];
  for (const aggregate of groupings) {
    it(`add up to the explorer's total by ${aggregate}, with idle costs shared or not`, async () => {
      const bill = await readBill();
      for (const shareIdle of ['false', 'true']) {
        const query = { window, aggregate, includeIdle: 'true', shareIdle };
        expect(sum(await read('/allocation', query)), shareIdle).to.be.closeTo(bill, 0.02);
      }
    });
  }

  it('accept a label in Prometheus spelling', async () => {
    const costsBy = async (key: string) => {
      const [set = {}] = await read('/allocation', { window, aggregate: `label:${key}` });
      return Object.entries(set).map(([name, { totalCost }]) => [name, totalCost]);
    };
    const costs = await costsBy('app.kubernetes.io/name');
    expect(costs).to.have.length.above(5);
    expect(await costsBy('app_kubernetes_io_name')).to.eql(costs);
  });

  it('add up to the same in steps, by hours and without aggregation', async () => {
    const bill = await readBill();
    const queries: Readonly<Record<string, string>>[] = [
      { aggregate: 'namespace', step: '1d' },
      { aggregate: 'namespace', step: '7h' },
      { aggregate: 'pod', step: '3d', accumulate: 'true' },
      {},
    ];
    for (const query of queries) {
      const sets = await read('/allocation', { window, includeIdle: 'true', ...query });
      expect(sum(sets), JSON.stringify(query)).to.be.closeTo(bill, 0.05);
    }
  });

  it("add up to the explorer's total of a filter", async () => {
    const workload = (field: string, ...values: string[]) => ({
      workload: [{ field, operator: 'in', values }],
    });
    const filters: [filter: string, expression: object][] = [
      ['namespace:"checkout","orders"', workload('namespace', 'checkout', 'orders')],
      ['controllerKind:"statefulset"', workload('kind', 'StatefulSet')],
      [
        'namespace<~:"check"+controllerName!:"none"',
        { workload: [{ field: 'namespace', operator: 'starts_with', values: ['check'] }] },
      ],
      [
        // Part of `__unallocated__`, which stands for no value.
        'label[team]~:"al"+label[team]!:"__unallocated__"',
        { workload: [{ field: 'label:team', operator: 'contains', values: ['al'] }] },
      ],
      [
        'cluster:"shop-production"',
        { cluster: [{ field: 'name', operator: 'in', values: ['shop-production'] }] },
      ],
    ];
    for (const [filter, expression] of filters) {
      const bill = await readBill({ filter_expression: expression });
      expect(bill).to.be.greaterThan(0);
      for (const aggregate of ['namespace', 'controller', 'pod']) {
        const sets = await read('/allocation', { window, aggregate, filter, includeIdle: 'true' });
        expect(sum(sets), `${filter} by ${aggregate}`).to.be.closeTo(bill, 0.02);
      }
    }
  });

  it('have the costs of each namespace that the explorer has', async () => {
    const { rows } = await explore({ group_by: 'namespace', per_page: 500 });
    const [set = {}] = await read('/allocation', { window, aggregate: 'namespace' });
    for (const row of rows as Row[]) {
      const allocation = set[row.namespace];
      expect(allocation?.cpuCost, row.namespace).to.be.closeTo(Number(row.cpuCost), 0.0002);
      expect(allocation?.ramCost, row.namespace).to.be.closeTo(Number(row.memoryCost), 0.0002);
      expect(allocation?.gpuCost, row.namespace).to.be.closeTo(Number(row.gpuCost), 0.0002);
      expect(allocation?.pvCost, row.namespace).to.be.closeTo(Number(row.storageCost ?? 0), 0.0002);
    }
  });

  it('have the largest allocations of a part, and idle costs on its last', async () => {
    const query = { window, aggregate: 'controller', includeIdle: 'true' };
    const [all = {}] = await read('/allocation', query);
    const names: string[] = [];
    for (let offset = 0; ; offset += 100) {
      const [part = {}] = await read('/allocation', {
        ...query,
        offset: String(offset),
        limit: '100',
      });
      if (Object.keys(part).length === 0) break;
      names.push(...Object.keys(part));
    }
    expect(names).to.eql(Object.keys(all));
  });

  it('list assets that add up to the bill', async () => {
    const list = async (query: Readonly<Record<string, string>>): Promise<Sets[number]> =>
      (await read('/assets', { window, ...query })) as unknown as Sets[number];
    expect(sum([await list({})])).to.be.closeTo(await readBill(), 0.02);
    const nodes = await list({ filterTypes: 'Node' });
    const cost = Number(
      (await explore({ group_by: 'node', basis: 'legacy', per_page: 1 })).summary.totalCost,
    );
    expect(sum([nodes])).to.be.closeTo(cost, 0.02);
    for (const node of Object.values(nodes)) {
      const { cpuCost, ramCost, gpuCost } = node as Record<string, number>;
      expect(cpuCost! + ramCost! + gpuCost!).to.be.closeTo(node.totalCost, 0.0001);
    }
  });

  it('answer the example of the README', async () => {
    const readme = await readFile(join(repository, 'plugins/opencost/README.md'), 'utf8');
    const [, example = ''] = /```console\n([^]*?)```/.exec(readme) ?? [];
    const asked = [...example.matchAll(/-d (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
    const shown = [...example.matchAll(/^ {2}"(.+)": [\d.]+,$/gm)].map(([, name]) => name);
    const [set = {}] = await read('/allocation', Object.fromEntries(asked));
    expect(shown).to.have.length.above(1);
    expect(Object.keys(set)).to.include.members(shown);
  });

  it('confine a key to its clusters', async () => {
    const [all = {}] = await read('/allocation', { window, aggregate: 'cluster' });
    expect(Object.keys(all).length).to.be.greaterThan(1);
    const [{ id }] = (await explore({ group_by: 'namespace', view_mode: 'detail' })).rows
      .filter(({ clusterName }: Row) => clusterName === 'shop-production')
      .map(({ clusterId }: Row) => ({ id: clusterId })) as [{ id: string }];
    const confined = await createKey(served.environment, 'demo', { clusters: [id] });
    const query = new URLSearchParams({ window, aggregate: 'cluster' }).toString();
    const { body } = await client.get(`/opencost/allocation?${query}`, confined);
    expect(Object.keys(body.data[0])).to.eql(['shop-production', '__unmounted__']);
  });

  // What the plugin of Headlamp asks for, and what it reads of the answers.
  for (const timespan of ['today', 'yesterday', '24h', '48h', 'week', 'lastweek', '7d', '14d']) {
    for (const resource of ['namespace', 'deployment', ...(timespan === '48h' ? ['pod'] : [])]) {
      it(`answer Headlamp's requests for a ${resource}, ${timespan}`, async () => {
        const request = (accumulate: string) =>
          read('/allocation', { window: timespan, aggregate: resource, step: '1d', accumulate });
        const [accumulated, ...others] = await request('true');
        expect(others).to.eql([]);
        const sets = await request('false');
        for (const set of [accumulated!, ...sets]) {
          for (const allocation of Object.values(set)) {
            for (const field of ['cpuCost', 'ramCost', 'pvCost', 'gpuCost', 'totalCost']) {
              expect(allocation[field]).to.be.a('number');
            }
            expect(allocation.totalEfficiency).to.be.a('number');
          }
        }
        expect(sum(sets)).to.be.closeTo(sum([accumulated!]), 0.05);
      });
    }
  }

  // What the plugin of Backstage asks for, and what it makes totals of.
  for (const window of [
    'today',
    'yesterday',
    '6d',
    '29d',
    '59d',
    '89d',
    'week',
    'month',
    'lastweek',
    'lastmonth',
  ]) {
    it(`answer Backstage's request for ${window}`, async () => {
      const sets = await read('/allocation/compute', {
        window,
        aggregate: 'namespace',
        step: '1d',
        accumulate: 'false',
      });
      for (const [name, allocation] of sets.flatMap((set) => Object.entries(set))) {
        expect(allocation.name).to.equal(name);
        const parts = [
          'cpuCost',
          'gpuCost',
          'ramCost',
          'pvCost',
          'networkCost',
          'sharedCost',
          'externalCost',
        ];
        const total = parts.reduce((cost, part) => cost + (allocation[part] as number), 0);
        expect(allocation.totalCost, name).to.be.closeTo(total, 0.0001);
        for (const field of [
          'minutes',
          'cpuCoreUsageAverage',
          'cpuCoreRequestAverage',
          'ramByteUsageAverage',
          'ramByteRequestAverage',
          'cpuEfficiency',
          'ramEfficiency',
        ]) {
          expect(allocation[field], field).to.be.a('number');
        }
      }
    });
  }

  describe('with kubectl-cost', () => {
    let kubernetes: Server;
    let kubeconfig: string;

    before(async function () {
      if (spawnSync(kubectlCost, ['--help']).status !== 0) {
        skip(
          this,
          'there is no kubectl-cost: put it on PATH, or name it in COSTPLANE_TEST_KUBECTL_COST',
        );
      }
      kubernetes = await startProxy();
      const { port } = kubernetes.address() as AddressInfo;
      kubeconfig = join(served.folder, 'kubeconfig.json');
      const context = { name: 'test', context: { cluster: 'test', user: 'test' } };
      await writeFile(
        kubeconfig,
        JSON.stringify({
          apiVersion: 'v1',
          kind: 'Config',
          clusters: [{ name: 'test', cluster: { server: `http://127.0.0.1:${port}` } }],
          users: [{ name: 'test', user: {} }],
          contexts: [context],
          'current-context': 'test',
        }),
      );
    });
    after(() => (kubernetes as Server | undefined)?.close());

    /** What Kubernetes does with a request for a service: it sends it on, here with the key. */
    async function startProxy(): Promise<Server> {
      const authorization = `Basic ${Buffer.from(`kubectl:${key}`).toString('base64')}`;
      const server = createServer((request, response) => {
        const [, path = ''] =
          /^\/api\/v1\/namespaces\/opencost\/services\/opencost:[^/]+\/proxy(\/.*)$/.exec(
            request.url ?? '',
          ) ?? [];
        void fetch(`${served.service.url}/opencost${path}`, { headers: { authorization } }).then(
          async (answer) => {
            response.writeHead(answer.status, { 'Content-Type': 'application/json' });
            response.end(await answer.text());
          },
        );
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }

    /** The rows of the table that it prints, by the names in its first columns with / between. */
    async function run(names: number, ...args: string[]): Promise<Record<string, string[]>> {
      const { stdout } = await promisify(execFile)(kubectlCost, [
        ...args,
        '--use-proxy',
        '--opencost',
        '--kubeconfig',
        kubeconfig,
      ]);
      const lines = stdout.split('\n').filter((line) => line.startsWith('|'));
      // A name that is that of the line before is left out.
      const above: string[] = [];
      const rows = lines.map((line): [string, string[]] => {
        const cells = line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim());
        const own = cells.slice(0, names).map((cell, column) => cell || (above[column] ?? ''));
        above.splice(0, names, ...own);
        return [own.join('/'), cells.slice(names)];
      });
      return Object.fromEntries(rows);
    }

    it("prints the namespaces with the explorer's numbers", async () => {
      // It does not act on --show-all-resources alone.
      const columns = ['cpu', 'memory', 'gpu', 'pv'].map((column) => `--show-${column}`);
      const args = ['namespace', '--historical', '--window', window, '-A', ...columns];
      const table = await run(2, ...args, '--show-efficiency=false');
      const [cpu, memory, gpu, pv] = [0, 1, 2, 3];
      const question = { group_by: 'namespace', view_mode: 'detail', per_page: 500 };
      const { rows } = await explore(question);
      for (const row of rows as Row[]) {
        const name = `${row.clusterName}/${row.namespace}`;
        const cells = table[name]?.map(Number) ?? [];
        expect(cells[cpu], name).to.be.closeTo(Number(row.cpuCost), 0.0002);
        expect(cells[memory], name).to.be.closeTo(Number(row.memoryCost), 0.0002);
        expect(cells[gpu], name).to.be.closeTo(Number(row.gpuCost), 0.0002);
        expect(cells[pv], name).to.be.closeTo(Number(row.storageCost ?? 0), 0.0002);
      }
      const [currency, total] =
        Object.entries(table)
          .find(([name]) => name.startsWith('SUMMED'))?.[1]
          .at(-1)
          ?.split(' ') ?? [];
      expect(currency).to.equal('USD');
      expect(Number(total)).to.be.closeTo(await readBill(), 0.02);
    });

    it('prints deployments, controllers, pods, labels and nodes', async () => {
      for (const command of ['deployment', 'controller', 'pod']) {
        expect(Object.keys(await run(3, command, '--window', '2d')).length, command).to.be.above(5);
      }
      const labels = await run(2, 'label', '-l', 'app', '--window', 'yesterday');
      expect(Object.keys(labels)).to.satisfy((all: string[]) =>
        all.some((name) => name.startsWith('shop-production/')),
      );
      expect(
        Object.keys(await run(2, 'node', '--window', '2d', '--historical')).length,
      ).to.be.above(20);
      const pods = await run(3, 'pod', '--window', '2d', '-n', 'checkout', '--idle=false');
      const names = Object.keys(pods).filter((name) => name.includes('/'));
      expect(names.length).to.be.above(3);
      const expected = /^CLUSTER\/|^SUMMED|\/checkout\/|^__unmounted__/;
      expect(names.filter((name) => !expected.test(name))).to.eql([]);
    });
  });
});
