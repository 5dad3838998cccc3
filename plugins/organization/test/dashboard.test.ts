import { bootTestApplication, listRefusals, type TestApplication } from '@costplane/plugin-testing';
import { expect } from 'chai';

describe('GET /v1/organization/dashboard', () => {
  let app: TestApplication;
  let now: Date;
  let organization: string;
  let key: string;

  before(async () => {
    app = await bootTestApplication({
      plugins: [new URL('../src/index.ts', import.meta.url)],
      clock: { now: () => now },
    });
    await app.sql(`select prepare_ledger_months('2026-06-01', '2026-08-31')`);
  });
  after(() => app.stop());
  beforeEach(async () => {
    now = new Date('2026-07-15T19:33:00Z');
    organization = await app.createOrganization(`acme ${crypto.randomUUID()}`, 'EUR');
    key = await createKeyFor(null);
  });

  const createKeyFor = (allowedClusterIds: string[] | null) =>
    app.createKey(organization, {
      scopes: ['organization:read'],
      allowedClusterIds,
      requestsPerMinute: 100_000,
    });
  const eur = (amount: string) => ({ amount, currency: 'EUR' });

  const insertCluster = async (own: Record<string, unknown> = {}, owner = organization) => {
    const id = crypto.randomUUID();
    const row = { id, name: id, status: 'active', ...own };
    await app.insert('clusters', { organization_id: owner, ...row });
    return row.id;
  };

  /** 3600 cost-seconds are 1 of the currency: direct 1.75 and 0.10 of storage, the rest shares. */
  const bill = {
    cpu_cost_seconds: '3600',
    memory_cost_seconds: '1800',
    gpu_cost_seconds: '900',
    storage_cost_seconds: '360',
    idle_cost_seconds: '720',
    overhead_cost_seconds: '36',
    management_cost_seconds: '180',
    unallocated_compute_cost_seconds: '7200',
    unallocated_storage_cost_seconds: '72',
    unallocated_management_cost_seconds: '18',
  };
  const unknown = Object.fromEntries(Object.keys(bill).map((column) => [column, null]));

  const insertDay = (clusterId: string, day: string, own: Record<string, unknown> = {}) =>
    app.insert('cluster_days', {
      organization_id: organization,
      cluster_id: clusterId,
      day,
      name: 'production',
      provider: 'aws',
      service: 'eks',
      region: 'eu-west-1',
      environment: 'production',
      compute_pricing_sources: ['price_book'],
      storage_pricing_sources: ['price_book'],
      is_compute_partial: false,
      is_storage_partial: false,
      seconds: '86400',
      covered: `{[${day} 00:00+00,${day} 24:00+00)}`,
      ...bill,
      ...own,
    });

  const insertRecommendation = (clusterId: string, own: Record<string, unknown> = {}) =>
    app.insert('recommendations', {
      organization_id: organization,
      cluster_id: clusterId,
      resource_type: 'Deployment',
      resource_uid: crypto.randomUUID(),
      resource_name: 'api',
      title: 'Resize',
      risk_level: 'low',
      estimated_savings_hourly: '0.1',
      ...own,
    });

  const dashboard = async (query = '', by = key) => {
    const { status, body, text } = await app.get(`/v1/organization/dashboard${query}`, by);
    expect(status, text).to.equal(200);
    return body;
  };
  const billed = async (query = '', by = key) =>
    (await dashboard(query, by)).data.month_to_date.billed_cost;
  const topIds = async (query = '', by = key): Promise<string[]> => {
    const { data } = await dashboard(query, by);
    return data.top_clusters.map(({ cluster }: { cluster: { id: string } }) => cluster.id);
  };

  describe('month_to_date', () => {
    it('is the total or direct cost, over both bases', async () => {
      const cluster = await insertCluster();
      await insertDay(cluster, '2026-07-01');

      expect(await billed()).to.eql(eur('3.9600'));
      expect(await billed('?cost_mode=fully_loaded')).to.eql(eur('3.9600'));
      expect(await billed('?cost_mode=workload_only')).to.eql(eur('1.7500'));
      expect(await billed('?basis=all')).to.eql(eur('4.1350'));
      expect(await billed('?basis=all&cost_mode=workload_only')).to.eql(eur('1.8500'));
    });

    it('sums the days from the first of the month to today, and no others', async () => {
      const cluster = await insertCluster();
      for (const day of ['2026-06-30', '2026-07-16', '2026-08-01']) await insertDay(cluster, day);
      await insertDay(cluster, '2026-07-01', { ...unknown, cpu_cost_seconds: '0.18' });
      await insertDay(cluster, '2026-07-15', { ...unknown, idle_cost_seconds: '3600' });

      // 0.18 / 3600 = 0.00005, and halves round up.
      expect(await billed()).to.eql(eur('1.0001'));
      expect(await billed('?cost_mode=workload_only')).to.eql(eur('0.0001'));
    });

    it('adds up clusters before it divides and rounds', async () => {
      for (const cost of ['0.06', '0.06', '0.06']) {
        const cluster = await insertCluster();
        await insertDay(cluster, '2026-07-02', { ...unknown, cpu_cost_seconds: cost });
      }
      const { data } = await dashboard();
      expect(data.month_to_date.billed_cost).to.eql(eur('0.0001'));
      for (const top of data.top_clusters) expect(top.month_to_date_cost).to.eql(eur('0.0000'));
    });

    it('includes retired clusters, which are not among the top clusters', async () => {
      await insertDay(await insertCluster({ status: 'disconnected' }), '2026-07-01');
      const { data } = await dashboard();
      expect(data).to.deep.include({ top_clusters: [] });
      expect(data.month_to_date.billed_cost).to.eql(eur('3.9600'));
    });

    it('is 0 without history, and absent where no amount is known', async () => {
      const cluster = await insertCluster();
      const silent = await dashboard();
      expect(silent.data.month_to_date.billed_cost).to.eql(eur('0.0000'));
      expect(silent.data.top_clusters[0].month_to_date_cost).to.eql(eur('0.0000'));

      await insertDay(cluster, '2026-07-03', { ...unknown, storage_cost_seconds: '0' });
      for (const basis of ['legacy', 'all']) {
        const { data } = await dashboard(`?basis=${basis}`);
        expect(data.month_to_date).to.not.have.property('billed_cost');
        expect(data.top_clusters[0]).to.not.have.property('month_to_date_cost');
      }

      // A volume's price alone is none of compute.
      await insertDay(cluster, '2026-07-04', { ...unknown, storage_cost_seconds: '3600' });
      expect(await billed()).to.equal(undefined);
      expect(await billed('?basis=all')).to.eql(eur('1.0000'));
    });

    for (const [at, calendar] of [
      ['2026-07-15T19:33:00Z', ['2026-07', 15, 31, '2026-07-01T00:00:00Z']],
      ['2026-06-01T00:00:00Z', ['2026-06', 1, 30, '2026-06-01T00:00:00Z']],
      ['2026-12-31T23:59:59Z', ['2026-12', 31, 31, '2026-12-01T00:00:00Z']],
      ['2028-02-29T12:00:00Z', ['2028-02', 29, 29, '2028-02-01T00:00:00Z']],
    ] as const) {
      it(`has the position of ${at} in its month`, async () => {
        now = new Date(at);
        const { data } = await dashboard();
        const [month, elapsed, days, start] = calendar;
        expect(data.month_to_date.calendar).to.eql({
          month,
          days_elapsed: elapsed,
          days_in_month: days,
          month_start_at: start,
        });
      });
    }
  });

  describe('top_clusters', () => {
    it('has the five of the highest run rate over the basis, ties by id, unknown ones last', async () => {
      const ids = Array.from({ length: 7 }, () => crypto.randomUUID()).sort();
      const hourly = ['2', '3', '2', null, '1', '0.5', '2.00004'];
      for (const [index, id] of [...ids.entries()].reverse()) {
        await insertCluster({ id, compute_cpu_hourly: hourly[index] });
      }
      await insertCluster({ compute_cpu_hourly: '0', status: 'disconnected' });
      await app.sql(`update clusters set storage_pv_hourly = 10 where id = $1`, [ids[5]]);
      const [first, second, third, fourth, fifth, sixth, seventh] = ids as [string, ...string[]];

      const byCompute = [second, first, third, seventh, fifth, sixth, fourth];
      expect(await topIds()).to.eql(byCompute.slice(0, 5));
      expect(await topIds('?top_clusters_limit=1')).to.eql([second]);
      expect(await topIds('?top_clusters_limit=20')).to.eql(byCompute);
      expect((await topIds('?basis=all'))[0]).to.equal(sixth);
    });

    it('shows the run rate over the basis, and the month in the mode', async () => {
      const cluster = await insertCluster({
        name: 'eu',
        compute_cpu_hourly: '1.25',
        storage_pv_hourly: '0.5',
      });
      await insertDay(cluster, '2026-07-15');
      const top = async (query: string) => (await dashboard(query)).data.top_clusters;

      expect(await top('')).to.eql([
        {
          cluster: { id: cluster, name: 'eu' },
          current_run_rate_hourly: eur('1.2500'),
          month_to_date_cost: eur('3.9600'),
        },
      ]);
      expect(await top('?basis=all&cost_mode=workload_only')).to.eql([
        {
          cluster: { id: cluster, name: 'eu' },
          current_run_rate_hourly: eur('1.7500'),
          month_to_date_cost: eur('1.8500'),
        },
      ]);
    });

    it('has a cluster without a known run rate, without the amount', async () => {
      const pending = await insertCluster({ name: 'new', status: 'pending' });
      const { data } = await dashboard();
      expect(data.top_clusters).to.eql([
        { cluster: { id: pending, name: 'new' }, month_to_date_cost: eur('0.0000') },
      ]);
    });
  });

  it('sums the savings of pending recommendations, and separately the increases', async () => {
    const cluster = await insertCluster();
    await insertRecommendation(cluster, { estimated_savings_hourly: '-0.04' });
    await insertRecommendation(cluster, { estimated_savings_hourly: '-0.0025' });
    await insertRecommendation(cluster, { estimated_savings_hourly: '0.10004' });
    await insertRecommendation(cluster, { estimated_savings_hourly: '0.00001' });
    for (const status of ['dismissed', 'applied', 'archived']) {
      await insertRecommendation(cluster, { status });
    }
    for (const mode of ['fully_loaded', 'workload_only']) {
      expect((await dashboard(`?cost_mode=${mode}`)).data.savings).to.eql({
        current_hourly_potential: eur('0.1001'),
        current_hourly_increase: eur('0.0425'),
        recommendation_count: 4,
      });
    }
  });

  it('embeds the organization as its own route has it, over the basis', async () => {
    const cluster = await insertCluster({
      last_seen_at: '2026-07-15T19:32:00Z',
      cost_updated_at: '2026-07-15T19:32:00Z',
      compute_cpu_hourly: '1',
      storage_pv_hourly: '0.5',
      cpu_total_cores: '4',
      cpu_allocatable_cores: '3.9',
      pods: 7,
    });
    await insertRecommendation(cluster);
    for (const basis of ['legacy', 'all']) {
      const alone = await app.get(`/v1/organization?basis=${basis}`, key);
      const { data } = await dashboard(`?basis=${basis}`);
      expect(data.snapshot).to.eql(alone.body.data);
      expect(data.snapshot.utilization.counts).to.include({ pods: 7, connected_clusters: 1 });
      expect(data.organization_id).to.equal(organization);
    }
  });

  it('counts only clusters in the allow-list', async () => {
    const seen = await insertCluster({ compute_cpu_hourly: '1' });
    const unseen = await insertCluster({ compute_cpu_hourly: '9' });
    for (const cluster of [seen, unseen]) {
      await insertDay(cluster, '2026-07-10');
      await insertRecommendation(cluster);
    }

    const restricted = (await dashboard('', await createKeyFor([seen]))).data;
    expect(restricted.month_to_date.billed_cost).to.eql(eur('3.9600'));
    expect(restricted.savings).to.eql({
      current_hourly_potential: eur('0.1000'),
      current_hourly_increase: eur('0.0000'),
      recommendation_count: 1,
    });
    expect(restricted.top_clusters).to.have.length(1);
    expect(restricted.top_clusters[0].cluster.id).to.equal(seen);
    expect(restricted.snapshot.utilization.counts.clusters).to.equal(1);

    const none = (await dashboard('', await createKeyFor([]))).data;
    expect(none.month_to_date.billed_cost).to.eql(eur('0.0000'));
    expect(none.savings).to.eql({
      current_hourly_potential: eur('0.0000'),
      current_hourly_increase: eur('0.0000'),
      recommendation_count: 0,
    });
    expect(none.top_clusters).to.eql([]);
    expect(none.snapshot.utilization.counts.clusters).to.equal(0);

    expect(await billed()).to.eql(eur('7.9200'));
    expect(await topIds()).to.eql([unseen, seen]);
  });

  it('sees nothing of another organization', async () => {
    const cluster = await insertCluster();
    await insertDay(cluster, '2026-07-10');
    const other = await app.createOrganization(`other ${crypto.randomUUID()}`);
    const theirs = await app.createKey(other, {
      scopes: ['organization:read'],
      allowedClusterIds: [cluster],
    });
    const { data } = await dashboard('', theirs);
    expect(data.month_to_date.billed_cost).to.eql({ amount: '0.0000', currency: 'USD' });
    expect(data.top_clusters).to.eql([]);
  });

  it('echoes the mode and the basis', async () => {
    expect((await dashboard()).meta).to.include({ cost_mode: 'fully_loaded', basis: 'legacy' });
    const { meta } = await dashboard('?cost_mode=workload_only&basis=all');
    expect(meta).to.include({ cost_mode: 'workload_only', basis: 'all' });
  });

  it('needs its scope', async () => {
    const blind = await app.createKey(organization, { scopes: ['clusters:read'] });
    const { status, body } = await app.get('/v1/organization/dashboard', blind);
    expect([status, body.error.code]).to.eql([403, 'FORBIDDEN']);
  });

  const refusals = listRefusals({
    parameters: {
      top_clusters_limit: {
        bad: ['0', '21', '-1', '1.0', 'five', '1e1'],
        code: 'VALIDATION_ERROR',
      },
    },
    isPaged: false,
    costMode: 'accepts',
    hasBasis: true,
  });
  for (const { query, status, code, detail } of refusals) {
    it(`answers ${status} ${code} to ?${query}`, async () => {
      const response = await app.get(`/v1/organization/dashboard?${query}`, key);
      expect([response.status, response.body.error.code]).to.eql([status, code]);
      expect(response.body.error.details[0]).to.deep.include(detail);
    });
  }
});
