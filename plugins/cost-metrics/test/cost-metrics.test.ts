import {
  bootTestApplication,
  listRefusals,
  skipOnCitus,
  type TestApplication,
} from '@costplane/plugin-testing';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { createEstate, type Estate, gib, now } from './estate.ts';
import { parseMetrics } from './parse-metrics.ts';

const path = '/v1/metrics/costs';
const plugin = new URL('../src/index.ts', import.meta.url);

describe('GET /v1/metrics/costs', () => {
  let app: TestApplication;
  let estate: Estate;
  let key: string;
  let east: string;

  before(async () => {
    app = await bootTestApplication({
      plugins: [
        { entry: plugin, config: { names: ['costplane'], labels: ['app.kubernetes.io/part-of'] } },
      ],
      clock: { now: () => now },
    });
    await app.sql(`select prepare_ledger_months('2026-06-01', '2026-08-31')`);
  });
  after(() => app.stop());
  beforeEach(async () => {
    estate = await createEstate(app, `acme ${crypto.randomUUID()}`);
    key = await estate.createKey();
    east = await estate.addCluster('east');
  });

  const scrape = async (query = '', as = key) => {
    const { status, text } = await app.get(`${path}${query}`, as);
    expect(status, text).to.equal(200);
    return parseMetrics(text);
  };
  const samples = async (name: string, query = '', as = key): Promise<Record<string, string>[]> =>
    ((await scrape(query, as)).get(`costplane_${name}`) ?? []).map(({ labels, value }) => ({
      ...labels,
      value,
    }));

  describe('formats', () => {
    it('has the metrics of its example', async () => {
      const examples = await readFile(new URL('../examples.json', import.meta.url), 'utf8');
      const lines: string[] = JSON.parse(examples).getCostMetrics.response.split('\n');
      const { text } = await app.get(path, key);
      const described = lines.filter((line) => line.startsWith('# '));
      expect(text.split('\n')).to.include.members(described);
    });

    it('is OpenMetrics for clients that accept anything or send no Accept header', async () => {
      for (const accept of [
        undefined,
        '*/*',
        'application/openmetrics-text;version=1.0.0,text/plain;q=0.5',
      ]) {
        const headers = accept === undefined ? {} : { Accept: accept };
        const answer = await app.request(path, { key, headers });
        expect(answer.headers.get('content-type')).to.equal(
          'application/openmetrics-text; version=1.0.0; charset=utf-8',
        );
        expect(answer.headers.get('vary')).to.equal('Accept');
        expect(answer.headers.get('cache-control')).to.equal('no-store');
        parseMetrics(answer.text);
      }
    });

    it('is the Prometheus text format for clients that accept only that', async () => {
      const headers = { Accept: 'text/plain;version=0.0.4' };
      const answer = await app.request(path, { key, headers });
      expect(answer.headers.get('content-type')).to.equal(
        'text/plain; version=0.0.4; charset=utf-8',
      );
      parseMetrics(answer.text);
    });

    it('declares no trailers, which no scraper reads', async () => {
      const { headers } = await app.get(path, key);
      expect(headers.get('trailer')).to.equal(null);
    });

    it('answers HEAD without a body, and releases its connections', async () => {
      const lines: string[] = [];
      const other = await bootTestApplication({
        plugins: [plugin],
        onLog: (level, _, message) => {
          if (level === 'warn') lines.push(message);
        },
      });
      try {
        const organization = await other.createOrganization('head');
        const own = await other.createKey(organization, { scopes: ['metrics:read'] });
        const { status, text } = await other.request(path, { key: own, method: 'HEAD' });
        expect([status, text]).to.eql([200, '']);
        expect((await other.get(path, own)).status).to.equal(200);
        expect(lines).to.eql([]);
      } finally {
        await other.stop();
      }
    });

    it('escapes quotes, backslashes and ends of lines in labels', async () => {
      const odd = 'a "b" \\ c\nd é';
      await estate.addCluster(odd);
      const names = (await samples('cluster_cost_hourly')).map(({ cluster }) => cluster);
      expect(names).to.have.members(['east', odd]);
    });
  });

  describe('clusters', () => {
    it('have their total cost over the basis', async () => {
      expect(await samples('cluster_cost_hourly')).to.eql([{ cluster: 'east', value: '3.35' }]);
      expect(await samples('cluster_cost_hourly', '?basis=legacy')).to.eql([
        { cluster: 'east', value: '3' },
      ]);
      expect(await samples('cluster_unallocated_cost_hourly')).to.eql([
        { cluster: 'east', value: '1.6' },
      ]);
      expect(await samples('currency_info')).to.eql([{ currency: 'EUR', value: '1' }]);
    });

    it('have no sample for unknown values', async () => {
      await estate.addCluster('pending', {
        status: 'pending',
        last_seen_at: null,
        compute_cpu_hourly: null,
        compute_ram_hourly: null,
        compute_gpu_hourly: null,
        storage_pv_hourly: null,
        management_hourly: null,
        cpu_requested_cores: null,
        memory_requested_bytes: null,
        cpu_allocatable_cores: null,
        memory_allocatable_bytes: null,
      });
      const families = await scrape();
      const named = [...families].filter(([, found]) =>
        found.some(({ labels }) => labels.cluster === 'pending'),
      );
      expect(named.map(([name]) => name)).to.eql(['costplane_cluster_savings_potential_hourly']);
      expect(await samples('cluster_cpu_used_cores')).to.eql([]);
    });

    it('have the time of their last report, in Unix time, unless retired', async () => {
      await estate.addCluster('retired', { status: 'disconnected' });
      expect(await samples('cluster_last_seen_seconds')).to.eql([
        { cluster: 'east', value: String(Date.parse('2026-07-15T19:32:30Z') / 1000) },
      ]);
    });

    it('have a month to date equal to the sum of its days', async () => {
      for (const [day, cpu] of [
        ['2026-06-30', '999'],
        ['2026-07-01', '1800'],
        ['2026-07-15', '3600'],
      ]) {
        await estate.insert('cluster_days', {
          cluster_id: east,
          day,
          name: 'east',
          provider: 'aws',
          service: '',
          region: '',
          environment: 'production',
          compute_pricing_sources: [],
          storage_pricing_sources: [],
          cpu_cost_seconds: cpu,
          idle_cost_seconds: '360',
          is_compute_partial: false,
          is_storage_partial: false,
          seconds: '60',
          covered: '{}',
        });
      }
      expect(await samples('cluster_cost_month_to_date')).to.eql([
        { cluster: 'east', value: '1.7' },
      ]);
    });

    it('have savings from pending recommendations, without those that increase cost', async () => {
      for (const [amount, status] of [
        ['0.5', 'pending'],
        ['-0.25', 'pending'],
        ['9', 'dismissed'],
      ]) {
        await estate.insert('recommendations', {
          cluster_id: east,
          resource_type: 'Deployment',
          resource_uid: crypto.randomUUID(),
          resource_name: `api-${amount}`,
          namespace: 'shop',
          title: 'Lower it',
          risk_level: 'low',
          status,
          estimated_savings_hourly: amount,
        });
      }
      expect(await samples('cluster_savings_potential_hourly')).to.eql([
        { cluster: 'east', value: '0.5' },
      ]);
      expect(await samples('namespace_savings_potential_hourly')).to.eql([
        { cluster: 'east', namespace: 'shop', value: '0.5' },
      ]);
      expect(await samples('workload_savings_potential_hourly')).to.have.deep.members([
        {
          cluster: 'east',
          namespace: 'shop',
          workload_kind: 'Deployment',
          workload: 'api-0.5',
          value: '0.5',
        },
        {
          cluster: 'east',
          namespace: 'shop',
          workload_kind: 'Deployment',
          workload: 'api--0.25',
          value: '0',
        },
      ]);
    });
  });

  describe('nodes', () => {
    it('have their price, and as idle the allocatable that is not charged', async () => {
      await estate.addNode(east, {
        capacity_type: 'spot',
        labels: { 'app.kubernetes.io/part-of': 'shop' },
      });
      expect(await samples('node_cost_hourly')).to.eql([
        {
          cluster: 'east',
          node: 'node-a',
          instance_type: 'm5.xlarge',
          node_group: 'general',
          capacity_type: 'spot',
          label_app_kubernetes_io_part_of: 'shop',
          value: '1.12',
        },
      ]);
      // 0.8 × 3.5 / 4 + 0.32 × 14 / 16 - 0.5
      expect(await samples('node_idle_cost_hourly')).to.eql([
        { cluster: 'east', node: 'node-a', value: '0.48' },
      ]);
      expect(await samples('cluster_idle_cost_hourly')).to.eql([
        { cluster: 'east', value: '0.48' },
      ]);
      expect(await samples('node_unallocated_cost_hourly')).to.eql([
        { cluster: 'east', node: 'node-a', value: '0.62' },
      ]);
    });

    it('have no idle for pods without a workload', async () => {
      const { uid } = (await estate.addNode(east, {})) as { uid: string };
      await estate.insert('pods', {
        uid: crypto.randomUUID(),
        cluster_id: east,
        namespace: 'kube-system',
        name: 'etcd',
        phase: 'Running',
        node_uid: uid,
        node_name: 'node-a',
        qos_class: 'Burstable',
        containers: 1,
        running_containers: 1,
        ready_containers: 1,
        cpu_requested_cores: '1',
        cpu_limit_cores: '0',
        memory_requested_bytes: gib,
        memory_limit_bytes: 0,
        compute_cpu_hourly: '0.3',
        last_seen_at: now.toISOString(),
        cost_updated_at: now.toISOString(),
      });
      const [node] = await samples('node_idle_cost_hourly');
      expect(node).to.include({ node: 'node-a', value: '0.18' });
      const [cluster] = await samples('cluster_idle_cost_hourly');
      expect(cluster).to.include({ value: '0.18' });
    });

    it('whose price is unknown have no cost and no idle', async () => {
      await estate.addNode(east, {
        compute_cpu_hourly: null,
        compute_ram_hourly: null,
        workloads_hourly: null,
      });
      for (const name of [
        'node_cost_hourly',
        'node_idle_cost_hourly',
        'cluster_idle_cost_hourly',
      ]) {
        expect(await samples(name), name).to.eql([]);
      }
      expect(await samples('node_memory_allocatable_bytes')).to.eql([
        { cluster: 'east', node: 'node-a', value: String(14 * gib) },
      ]);
    });

    it('that are deleted are omitted', async () => {
      await estate.addNode(east, { gone_at: now.toISOString() });
      expect(await samples('node_cost_hourly')).to.eql([]);
    });
  });

  describe('namespaces, workloads and teams', () => {
    it('carry the heaviest team, its department, and the labels that the config allows', async () => {
      const payments = await estate.addTeam('payments', 'retail');
      const platform = await estate.addTeam('platform');
      await estate.addNamespace(east, {
        name: 'shop',
        labels: { 'app.kubernetes.io/part-of': 'web', secret: 'x' },
      });
      await estate.addNamespace(east, { name: 'lonely' });
      await estate.addWorkload(east, { name: 'api' });
      await estate.assign(east, platform, 'namespace', 'shop', '40');
      await estate.assign(east, payments, 'namespace', 'shop', '60');
      expect(await samples('namespace_cost_hourly')).to.have.deep.members([
        {
          cluster: 'east',
          namespace: 'shop',
          team: 'payments',
          department: 'retail',
          label_app_kubernetes_io_part_of: 'web',
          value: '1.75',
        },
        { cluster: 'east', namespace: 'lonely', value: '1.75' },
      ]);
      expect(await samples('namespace_unallocated_cost_hourly')).to.deep.include({
        cluster: 'east',
        namespace: 'shop',
        value: '0.25',
      });
      expect(await samples('workload_cost_hourly')).to.eql([
        {
          cluster: 'east',
          namespace: 'shop',
          workload_kind: 'Deployment',
          workload: 'api',
          team: 'payments',
          department: 'retail',
          value: '0.75',
        },
      ]);
    });

    it('are the sum of workloads of the same name, which a scrape must not repeat', async () => {
      await estate.addNamespace(east, { name: 'shop' });
      for (const pods of [1, 2]) await estate.addWorkload(east, { name: 'api', pods });
      const identity = { cluster: 'east', namespace: 'shop', workload_kind: 'Deployment' };
      expect(await samples('workload_cost_hourly')).to.eql([
        { ...identity, workload: 'api', value: '1.5' },
      ]);
      expect(await samples('workload_cpu_requested_cores')).to.have.lengthOf(1);
    });

    it('have a series per team, also if a label and a manual team have the same name', async function () {
      skipOnCitus(this, 'the figures of assignments are computed before each request of a test');
      const [byHand, byLabel] = [crypto.randomUUID(), crypto.randomUUID()];
      await estate.insert('teams', { id: byHand, name: 'payments' });
      await estate.insert('teams', { id: byLabel, name: 'payments', origin: 'k8s' });
      for (const team of [byHand, byLabel]) {
        await estate.insert('assignment_figures', {
          cluster_id: east,
          digest: crypto.randomUUID(),
          teams: [team],
          weights: ['50'],
          compute_cpu_hourly: '2',
          storage_pv_hourly: '1',
          is_compute_partial: false,
          workloads: 1,
          volumes: 1,
        });
      }
      expect(await samples('team_cost_hourly')).to.eql([{ team: 'payments', value: '3' }]);
      expect(await samples('team_cost_hourly', '?basis=legacy')).to.eql([
        { team: 'payments', value: '2' },
      ]);
    });

    it('have their direct cost in the month to date, even if deleted since', async () => {
      const ledger = {
        cluster_id: east,
        day: '2026-07-02',
        description_id: 1,
        cpu_requested_core_seconds: '0',
        memory_requested_byte_seconds: '0',
        gpu_requested_seconds: '0',
        cpu_charged_core_seconds: '0',
        memory_charged_byte_seconds: '0',
        seconds: '60',
      };
      await estate.addNamespace(east, { name: 'shop' });
      await estate.insert('namespace_days', {
        ...ledger,
        namespace: 'shop',
        cpu_cost_seconds: '3600',
        storage_cost_seconds: '360',
        idle_cost_seconds: '7200',
      });
      await estate.insert('namespace_days', {
        ...ledger,
        namespace: 'removed',
        memory_cost_seconds: '1800',
      });
      expect(await samples('namespace_cost_month_to_date')).to.have.deep.members([
        { cluster: 'east', namespace: 'shop', value: '1.1' },
        { cluster: 'east', namespace: 'removed', value: '0.5' },
      ]);
    });

    it('are complete if there are more than one batch', async () => {
      await app.sql(
        `insert into workloads (organization_id, cluster_id, uid, namespace, name, kind, last_seen_at, cost_updated_at,
           cpu_limit_cores, memory_limit_bytes, cpu_requested_cores, memory_requested_bytes, pods, running_pods, containers, compute_cpu_hourly)
         select $1, $2, gen_random_uuid(), 'shop', 'api-' || n, 'Deployment', now(), now(), 0, 0, 1, 1, 1, 1, 1, n
         from generate_series(1, 10000) as n`,
        [estate.organization, east],
      );
      const found = await samples('workload_cost_hourly');
      expect(new Set(found.map(({ workload }) => workload)).size).to.equal(10_000);
    });
  });

  describe('clusters that a key may not read', () => {
    it('have no sample, like those that the request does not name', async () => {
      const west = await estate.addCluster('west');
      for (const id of [east, west]) {
        await estate.addNode(id, {});
        await estate.addNamespace(id, { name: 'shop' });
        await estate.addWorkload(id, { name: 'api' });
      }
      const scrapeClusters = async (query: string, as: string) =>
        new Set(
          [...(await scrape(query, as)).values()]
            .flat()
            .flatMap(({ labels }) => labels.cluster ?? []),
        );
      expect(await scrapeClusters('', key)).to.eql(new Set(['east', 'west']));
      expect(await scrapeClusters(`?cluster_id=${west}`, key)).to.eql(new Set(['west']));
      const restricted = await estate.createKey([west]);
      expect(await scrapeClusters('', restricted)).to.eql(new Set(['west']));
      expect(await scrapeClusters(`?cluster_id=${east}`, restricted)).to.eql(new Set());
      expect(await scrapeClusters('', await estate.createKey([]))).to.eql(new Set());
    });
  });

  describe('the config', () => {
    const withConfig = async <T>(config: object, use: (own: TestApplication) => Promise<T>) => {
      const own = await bootTestApplication({ plugins: [{ entry: plugin, config }] });
      try {
        return await use(own);
      } finally {
        await own.stop();
      }
    };

    it('has budgets only for teams and namespaces of the organization', async () => {
      const organization = crypto.randomUUID();
      const budgets = {
        teams: [
          { team: 'payments', daily: 120.5 },
          { team: 'rival', daily: 7 },
          { team: 'platform', daily: 9, organization: crypto.randomUUID() },
          { team: 'search', daily: 80 },
          { team: 'search', daily: 60, organization },
        ],
        namespaces: [
          { cluster: 'east', namespace: 'shop', daily: 40, organization },
          { cluster: 'east', namespace: 'shop', daily: 45 },
          { cluster: 'west', namespace: 'shop', daily: 50 },
        ],
      };
      await withConfig({ budgets }, async (own) => {
        const createOrganization = async (name: string) => {
          await own.insert('organizations', { id: organization, name, currency: 'EUR' });
          return organization;
        };
        const acme = await createEstate({ ...own, createOrganization }, 'acme');
        const cluster = await acme.addCluster('east');
        await acme.addNamespace(cluster, { name: 'shop' });
        for (const team of ['payments', 'platform', 'search']) {
          await acme.assign(cluster, await acme.addTeam(team), 'namespace', 'shop', '30');
        }
        const found = parseMetrics((await own.get(path, await acme.createKey())).text);
        expect(found.get('costplane_team_budget_daily')).to.eql([
          { labels: { team: 'payments' }, value: '120.5' },
          { labels: { team: 'search' }, value: '60' },
        ]);
        expect(found.get('costplane_namespace_budget_daily')).to.eql([
          { labels: { cluster: 'east', namespace: 'shop' }, value: '40' },
        ]);
      });
    });

    it('bounds the names and the level', async () => {
      const scrapeNames = (config: object) =>
        withConfig(config, async (own) => {
          const acme = await createEstate(own, 'acme');
          return [...parseMetrics((await own.get(path, await acme.createKey())).text).keys()];
        });
      const clusters = await scrapeNames({ level: 'cluster', names: ['costplane'] });
      expect(clusters.filter((name) => /namespace_cost|workload|node/.test(name))).to.eql([]);
      const all = await scrapeNames({ level: 'container' });
      expect(all).to.include.members([
        ...clusters,
        'node_total_hourly_cost',
        'node_cpu_hourly_cost',
        'node_ram_hourly_cost',
        'node_gpu_hourly_cost',
        'container_cpu_allocation',
        'container_memory_allocation_bytes',
        'pv_hourly_cost',
        'pod_pvc_allocation',
      ]);
      const workloads = await scrapeNames({});
      expect(all.filter((name) => !workloads.includes(name))).to.eql([
        'container_cpu_allocation',
        'container_memory_allocation_bytes',
        'container_gpu_allocation',
      ]);
    });

    it('is refused at start when two labels would have one name', async () => {
      const [outcome] = await Promise.allSettled([
        withConfig({ labels: ['a.b', 'a/b'] }, () => Promise.resolve()),
      ]);
      expect(outcome.status).to.equal('rejected');
    });
  });

  const refusals = listRefusals({
    isPaged: false,
    costMode: 'ignores',
    hasBasis: true,
    parameters: { cluster_id: { bad: ['nonsense', '%'], code: 'INVALID_CLUSTER_ID', isCsv: true } },
  });
  for (const { query, status, code, detail } of refusals) {
    it(`refuses ?${query} with ${status} ${code}`, async () => {
      const answer = await app.get(`${path}?${query}`, key);
      expect([answer.status, answer.body.error.code]).to.eql([status, code]);
      expect(answer.body.error.details[0]).to.deep.include(detail);
    });
  }
});
