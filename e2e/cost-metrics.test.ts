import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { type Client, createClient } from './support/client.ts';
import { costplaneJson, serve, type Service } from './support/costplane.ts';
import { type Database } from './support/database.ts';
import { createDemoDatabase } from './support/demo-database.ts';
import {
  type PluginEntry,
  pluginsOfEdition,
  writeConfig,
} from './support/editions/write-config.ts';
import { temporaryFolder } from './support/folder.ts';
import { parseMetrics, type Sample } from './support/parse-metrics.ts';
import { repository } from './support/paths.ts';
import { findPrometheus, type Prometheus, startPrometheus } from './support/prometheus.ts';
import { skip } from './support/skip.ts';
import { walk } from './support/inventory/lists.ts';

interface Published {
  readonly dashboards: Readonly<
    Record<string, readonly { readonly panel: string; readonly expr: string }[]>
  >;
}

const chartFiles = join(repository, 'tools/operate/packaging/helm/costplane/files');
const rulesFile = join(chartFiles, 'costplane-costs.rules.yaml');
const dashboardFile = join(chartFiles, 'dashboards/costplane-costs.json');
const readme = await readFile(join(repository, 'plugins/cost-metrics/README.md'), 'utf8');
const publishedFile = join(import.meta.dirname, 'support/opencost-dashboards.json');
const { dashboards } = JSON.parse(await readFile(publishedFile, 'utf8')) as Published;
const queries = Object.entries(dashboards).flatMap(([title, panels]) =>
  panels.map(({ panel, expr }) => ({ title, panel, expr })),
);

/** The block of YAML of the README that begins so. */
const findBlock = (start: string) =>
  new RegExp(`\`\`\`yaml\n(${start}:[^]*?)\`\`\``).exec(readme)?.[1] ?? '';

/** With budgets of a team and a namespace that the demo has. */
const { plugins: shownPlugins } = parse(findBlock('plugins')) as { plugins: [PluginEntry] };

/** Rounds decimal text to the four digits that the API has. */
const toAmount = (value: string) => (Math.round(Number(value) * 10_000) / 10_000).toFixed(4);

/** Rules are evaluated some time after the first scrape. */
async function waitForRules(prometheus: Prometheus): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 200) {
    const recorded = await prometheus.query(
      'costplane:namespace_budget:daily and on () costplane:team_cost:daily',
    );
    if (recorded.length > 0) return;
    await sleep(200);
  }
  throw new Error('the rules recorded nothing within 60 s');
}

describe('cost metrics of the demo fleet', () => {
  let database: Database;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: Service;
  let client: Client;
  let key: string;
  let samples: readonly Sample[];

  before(async function () {
    this.timeout(Math.max(this.timeout(), 300_000));
    database = await createDemoDatabase();
    folder = await temporaryFolder();
    const plugins = (await pluginsOfEdition('enterprise')).map((plugin) =>
      plugin.package === shownPlugins[0].package
        ? { ...plugin, config: { level: 'container', ...shownPlugins[0].config } }
        : plugin,
    );
    const environment = {
      DATABASE_URL: database.url,
      COSTPLANE_CONFIG: await writeConfig(folder.path, 'metrics', plugins),
    };
    const create = ['key', 'create', '--org', 'demo', '--scope', 'all'];
    key = (await costplaneJson<{ key: string }>(create, environment)).key;
    service = await serve(environment);
    client = await createClient(service.url);
    samples = parseMetrics((await client.get('/v1/metrics/costs', key)).text);
  });
  after(async () => {
    await service.stop();
    await database.drop();
    await folder.remove();
  });

  const named = (name: string) => samples.filter((sample) => sample.name === name);
  const amounts = (name: string, ...labels: readonly string[]) =>
    Object.fromEntries(
      named(name).map((sample) => [
        labels.map((label) => sample.labels[label]).join('/'),
        toAmount(sample.value),
      ]),
    );
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows of several resources
  const list = async (path: string, basis = 'all'): Promise<any[]> =>
    await walk(client, path, key, { basis });

  it('have the run rates of clusters, and their unallocated cost', async () => {
    const clusters = await list('/v1/clusters');
    const expected = (field: 'current_run_rate_hourly' | 'unallocated') =>
      Object.fromEntries(clusters.map(({ metadata, cost }) => [metadata.name, cost[field].amount]));
    expect(clusters).to.have.length.above(2);
    expect(amounts('costplane_cluster_cost_hourly', 'cluster')).to.eql(
      expected('current_run_rate_hourly'),
    );
    expect(amounts('costplane_cluster_unallocated_cost_hourly', 'cluster')).to.eql(
      expected('unallocated'),
    );
  });

  it('are the run rates of namespaces, with their teams', async () => {
    const namespaces = await list('/v1/namespaces');
    const labels = ['cluster', 'namespace', 'team', 'department'];
    expect(amounts('costplane_namespace_cost_hourly', ...labels)).to.eql(
      Object.fromEntries(
        namespaces.map(({ metadata, cost }) => [
          [
            metadata.cluster.name,
            metadata.name,
            metadata.team?.name,
            metadata.department?.name,
          ].join('/'),
          cost.current_run_rate_hourly.amount,
        ]),
      ),
    );
  });

  it('are the run rates of workloads, nodes and teams', async () => {
    const [workloads, nodes, teams] = [
      await list('/v1/workloads'),
      await list('/v1/nodes'),
      await list('/v1/teams'),
    ];
    const workloadLabels = ['cluster', 'namespace', 'workload_kind', 'workload'];
    expect(amounts('costplane_workload_cost_hourly', ...workloadLabels)).to.eql(
      Object.fromEntries(
        workloads.map(({ metadata, cost }) => [
          [metadata.cluster.name, metadata.namespace, metadata.workload_kind, metadata.name].join(
            '/',
          ),
          cost.current_run_rate_hourly.amount,
        ]),
      ),
    );
    expect(amounts('costplane_node_cost_hourly', 'cluster', 'node')).to.eql(
      Object.fromEntries(
        nodes.map(({ metadata, cost }) => [
          [metadata.cluster.name, metadata.name].join('/'),
          cost.current_run_rate_hourly.amount,
        ]),
      ),
    );
    const paid = teams.filter(({ cost }) => Number(cost.current_run_rate_hourly.amount) > 0);
    expect(amounts('costplane_team_cost_hourly', 'team')).to.include(
      Object.fromEntries(
        paid.map(({ name, metadata, cost }) => [
          name ?? metadata.name,
          cost.current_run_rate_hourly.amount,
        ]),
      ),
    );
  });

  it('are the month to date of the dashboard, and that of the explorer', async () => {
    const { body } = await client.get('/v1/organization/dashboard?basis=all', key);
    const inClusters = named('costplane_cluster_cost_month_to_date');
    const total = inClusters.reduce((sum, { value }) => sum + Number(value), 0);
    expect(total).to.be.closeTo(Number(body.data.month_to_date.billed_cost.amount), 1e-3);

    const today = new Date().toISOString().slice(0, 10);
    const question = {
      group_by: 'namespace',
      cost_mode: 'workload_only',
      basis: 'all',
      start_date: `${today.slice(0, 8)}01`,
      end_date: today,
      per_page: 500,
    };
    const explorer = await client.post('/v1/cost-explorer/query', question, key);
    expect(amounts('costplane_namespace_cost_month_to_date', 'cluster', 'namespace')).to.include(
      Object.fromEntries(
        explorer.body.data.rows.map((row: Record<string, string>) => [
          `${row.clusterName}/${row.namespace}`,
          row.totalCost,
        ]),
      ),
    );
  });

  it('are the budgets of the README', () => {
    expect(amounts('costplane_team_budget_daily', 'team')).to.eql({ checkout: '120.0000' });
    expect(amounts('costplane_namespace_budget_daily', 'cluster', 'namespace')).to.eql({
      'shop-production/checkout': '40.0000',
    });
  });

  it('are the savings of the dashboard', async () => {
    const { body } = await client.get('/v1/organization/dashboard', key);
    const potential = Number(body.data.savings.current_hourly_potential.amount);
    for (const level of ['cluster', 'namespace', 'workload']) {
      const total = named(`costplane_${level}_savings_potential_hourly`).reduce(
        (sum, { value }) => sum + Number(value),
        0,
      );
      expect(total, level).to.be.closeTo(potential, 1e-3);
    }
  });

  it("with OpenCost's names add up to the compute cost of every namespace", async () => {
    const prices = (name: string) =>
      new Map(named(name).map(({ labels, value }) => [labels.node, Number(value)]));
    const [perCore, perGib, perGpu] = [
      prices('node_cpu_hourly_cost'),
      prices('node_ram_hourly_cost'),
      prices('node_gpu_hourly_cost'),
    ];
    const sums = new Map<string, number>();
    const add = (name: string, price: Map<string | undefined, number>, unit: number) => {
      for (const { labels, value } of named(name)) {
        const namespace = `${labels.cluster}/${labels.namespace}`;
        const cost = (Number(value) / unit) * (price.get(labels.node) ?? NaN);
        sums.set(namespace, (sums.get(namespace) ?? 0) + cost);
      }
    };
    add('container_cpu_allocation', perCore, 1);
    add('container_memory_allocation_bytes', perGib, 2 ** 30);
    add('container_gpu_allocation', perGpu, 1);
    const namespaces = await list('/v1/namespaces', 'legacy');
    expect(sums.size).to.be.greaterThan(5);
    for (const { metadata, cost } of namespaces) {
      const sum = sums.get(`${metadata.cluster.name}/${metadata.name}`) ?? 0;
      const expected = Number(cost.current_run_rate_hourly?.amount ?? 0);
      expect(sum, metadata.name).to.be.closeTo(expected, 6e-5);
    }
  });

  it('have every metric and label that the published dashboards of OpenCost ask for', () => {
    const labels = new Map<string, Set<string>>();
    for (const { name, labels: own } of samples) {
      const known = labels.get(name) ?? new Set(['job']);
      for (const label of Object.keys(own)) known.add(label);
      labels.set(name, known);
    }
    expect(queries).to.have.length.above(30);
    for (const { panel, expr } of queries) {
      const selectors = [...expr.matchAll(/\b([a-z_]+)\{([^}]*)\}/g)];
      expect(selectors, panel).to.have.length.above(0);
      for (const [, name = '', matchers = ''] of selectors) {
        const asked = [...matchers.matchAll(/(\w+)\s*=/g)].map(([, label]) => label);
        expect([...(labels.get(name) ?? [])], `${panel}: ${name}`).to.include.members(asked);
      }
    }
  });

  it('have every metric that the alert rules and the dashboard of the chart ask for', async () => {
    const [rules, dashboard] = [
      await readFile(rulesFile, 'utf8'),
      await readFile(dashboardFile, 'utf8'),
    ];
    const known = new Set(samples.map(({ name }) => name));
    const asked = new Set(`${rules}${dashboard}`.match(/\bcostplane_\w+/g));
    expect(asked.size).to.be.greaterThan(15);
    expect([...asked].filter((name) => !known.has(name))).to.eql([]);
  });

  describe('in a Prometheus with the scrape config of the README', () => {
    let prometheus: Prometheus;

    before(async function () {
      const program = findPrometheus();
      if (program === undefined) skip(this, 'prometheus is not installed');
      const config = parse(findBlock('scrape_configs')) as {
        scrape_configs: [Record<string, unknown>];
      };
      Object.assign(config, { rule_files: [rulesFile], global: { evaluation_interval: '1s' } });
      Object.assign(config.scrape_configs[0], {
        authorization: { credentials: key },
        scrape_interval: '5s',
        scrape_timeout: '5s',
        static_configs: [
          { targets: [new URL(service.url).host], labels: { organization: 'demo' } },
        ],
      });
      prometheus = await startPrometheus(program, folder.path, stringify(config));
    });
    after(async () => {
      if (findPrometheus()) await prometheus.stop();
    });

    it('are all stored', async () => {
      const stored = await prometheus.query(
        'count({job="costplane-costs", __name__!~"up|scrape_.+"})',
      );
      expect(Number(stored[0]?.value[1])).to.equal(samples.length);
    });

    it('answer the queries of the dashboard of the chart for one organization', async () => {
      const dashboard = JSON.parse(await readFile(dashboardFile, 'utf8')) as {
        panels: { title: string; targets?: { expr: string }[] }[];
      };
      await waitForRules(prometheus);
      for (const { title, targets = [] } of dashboard.panels) {
        for (const { expr } of targets) {
          const find = (organization: string) =>
            prometheus.query(
              expr.replaceAll('$cluster', '.*').replaceAll('$organization', organization),
            );
          expect((await find('demo')).length, `${title}: ${expr}`).to.be.greaterThan(0);
          expect(await find('other'), `${title}: ${expr}`).to.eql([]);
        }
      }
    });

    it('answer the queries of the dashboards that need no days of history', async () => {
      const cluster = named('kube_persistentvolumeclaim_info')[0]?.labels;
      expect(cluster).to.be.an('object');
      const now = queries.filter(({ expr }) => !/offset|\[\d+d:/.test(expr));
      expect(now).to.have.length.above(20);
      for (const { panel, expr } of now) {
        const text = expr
          .replaceAll('$cluster', cluster?.cluster ?? '')
          .replaceAll('$job', 'costplane-costs')
          .replaceAll('$namespace', cluster?.namespace ?? '');
        expect((await prometheus.query(text)).length, `${panel}: ${text}`).to.be.greaterThan(0);
      }
    });
  });
});
