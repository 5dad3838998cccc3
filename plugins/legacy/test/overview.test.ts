import { expect } from 'chai';
import { bootOlderApplication, gib, now, type OlderApplication } from './legacy-application.ts';

type Own = Readonly<Record<string, unknown>>;

describe('legacy routes: overview and dashboard', () => {
  let older: OlderApplication;
  let alpha: string;

  before(async () => {
    older = await bootOlderApplication();
  });
  after(() => older.app.stop());
  afterEach(() => older.clear());

  const reported = {
    last_seen_at: '2026-07-15T19:32:30Z',
    nodes: 2,
    pods: 9,
    workloads: 4,
    compute_cpu_hourly: '1.00005',
    compute_ram_hourly: '0.5',
  };
  const used = {
    cpu_used_cores: '2',
    memory_used_bytes: 24 * gib,
    measured_allocatable_cores: '8',
    measured_allocatable_bytes: 32 * gib,
  };
  const spend = (cluster: string, day: string, own: Own = {}) =>
    older.insert('cluster_days', {
      cluster_id: cluster,
      day,
      name: 'as it was',
      provider: 'aws',
      service: 'eks',
      region: '',
      environment: '',
      compute_pricing_sources: [],
      storage_pricing_sources: [],
      is_compute_partial: false,
      is_storage_partial: false,
      seconds: 86_400,
      covered: `{[${day} 00:00+00,${day} 24:00+00)}`,
      cpu_cost_seconds: '86400.9',
      idle_cost_seconds: '86400',
      unallocated_compute_cost_seconds: '43200',
      storage_cost_seconds: '999999',
      management_cost_seconds: '999999',
      ...own,
    });
  const recommend = (cluster: string, status: string, savings: string) =>
    older.insert('recommendations', {
      cluster_id: cluster,
      resource_type: 'Deployment',
      resource_uid: crypto.randomUUID(),
      resource_name: 'api',
      title: 'Smaller requests',
      risk_level: 'low',
      status,
      estimated_savings_hourly: savings,
    });

  const insertOrganization = async () => {
    alpha = await older.cluster('alpha', { ...reported, ...used });
    const stale = await older.cluster('stale', {
      ...reported,
      last_seen_at: '2026-07-15T19:29:59Z',
      compute_cpu_hourly: '9',
    });
    await older.cluster('pending');
    const retired = await older.cluster('retired', { status: 'disconnected', last_seen_at: now });
    await spend(retired, '2026-07-01');
    await spend(alpha, '2026-07-01');
    await spend(alpha, '2026-07-15', { seconds: 43_200 });
    await spend(alpha, '2026-06-30');
    await spend(stale, '2026-07-02', { cpu_cost_seconds: '0' });
    await recommend(alpha, 'pending', '0.10003');
    await recommend(alpha, 'pending', '0.2');
    await recommend(alpha, 'pending', '-0.7');
    await recommend(alpha, 'dismissed', '5');
    return stale;
  };

  const totals = {
    cluster_count: 3,
    connected_cluster_count: 1,
    total_nodes: 4,
    total_pods: 18,
    total_workloads: 8,
    // 1.50005 and 9.5
    total_hourly_cost: '11.0001',
    total_monthly_cost: '8030.0365',
    potential_monthly_savings: '219.0219',
    // (3 x 216000.9 + 129600) / 3600
    mtd_actual_cost: '216.0008',
    // 730 x (432001.8 / 129600 + 129600 / 86400)
    run_rate: '3528.3435',
  };

  it('sums up the organization: GET /v1/overview', async () => {
    await insertOrganization();
    expect(await older.read('/v1/overview')).to.eql({
      organization_id: older.organization,
      ...totals,
      avg_cpu_utilization: 25,
      avg_memory_utilization: 75,
      recommendation_count: 3,
      efficiency_score: 50,
    });
  });

  it('adds the month and the most expensive clusters: GET /v1/dashboard', async () => {
    const stale = await insertOrganization();
    const { top_clusters: top, ...body } = await older.read('/v1/dashboard');
    expect(body).to.eql({
      organization_id: older.organization,
      ...totals,
      node_count: 4,
      pod_count: 18,
      efficiency_score: 50,
      days_elapsed: Number(now.slice(8, 10)),
      days_in_month: 31,
      total_recommendations: 3,
    });
    expect(top.slice(0, 2)).to.eql([
      { cluster_id: stale, cluster_name: 'stale', hourly_cost: '9.5000', efficiency: null },
      { cluster_id: alpha, cluster_name: 'alpha', hourly_cost: '1.5001', efficiency: 50 },
    ]);
    expect(top[2]).to.include({ cluster_name: 'pending', hourly_cost: null });
  });

  it('has at most five top clusters', async () => {
    for (let index = 0; index < 7; index += 1) {
      await older.cluster(`c${index}`, { ...reported, compute_cpu_hourly: String(index) });
    }
    const { top_clusters: top } = await older.read('/v1/dashboard');
    expect(top.map(({ cluster_name: name }: never) => name)).to.eql(['c6', 'c5', 'c4', 'c3', 'c2']);
  });

  it('counts only the clusters of the key, and nothing for a key of none', async () => {
    await insertOrganization();
    const one = await older.createKey({ clusters: [alpha] });
    expect(await older.read('/v1/overview', one)).to.include({
      cluster_count: 1,
      total_hourly_cost: '1.5001',
      mtd_actual_cost: '120.0005',
    });
    expect((await older.read('/v1/dashboard', one)).top_clusters).to.have.length(1);
    const none = await older.createKey({ clusters: [] });
    expect(await older.read('/v1/overview', none)).to.eql({
      organization_id: older.organization,
      cluster_count: 0,
      connected_cluster_count: 0,
      total_nodes: 0,
      total_pods: 0,
      total_workloads: 0,
      total_hourly_cost: '0.0000',
      total_monthly_cost: '0.0000',
      potential_monthly_savings: '0.0000',
      avg_cpu_utilization: null,
      avg_memory_utilization: null,
      recommendation_count: 0,
      mtd_actual_cost: '0.0000',
      run_rate: null,
      efficiency_score: null,
    });
    expect((await older.read('/v1/dashboard', none)).top_clusters).to.eql([]);
  });

  it('omits a cost without any price', async () => {
    const cluster = await older.cluster('unpriced', { last_seen_at: now });
    const unknown = {
      cpu_cost_seconds: null,
      idle_cost_seconds: null,
      unallocated_compute_cost_seconds: null,
    };
    await spend(cluster, '2026-07-02', unknown);
    expect(await older.read('/v1/overview')).to.include({
      total_hourly_cost: null,
      total_monthly_cost: null,
      mtd_actual_cost: null,
      run_rate: null,
    });
  });
});
