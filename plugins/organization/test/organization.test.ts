import { bootTestApplication, type TestApplication } from '@costplane/plugin-testing';
import { expect } from 'chai';

const now = new Date('2026-07-15T19:33:00Z');

describe('GET /v1/organization', () => {
  let app: TestApplication;
  let organization: string;
  let key: string;

  before(async () => {
    app = await bootTestApplication({
      plugins: [new URL('../src/index.ts', import.meta.url)],
      clock: { now: () => now },
    });
  });
  after(() => app.stop());
  beforeEach(async () => {
    organization = await app.createOrganization(`acme ${crypto.randomUUID()}`);
    key = await app.createKey(organization, { scopes: ['organization:read'] });
  });

  const insertCluster = async (row: Record<string, unknown>, owner = organization) => {
    const id = crypto.randomUUID();
    await app.insert('clusters', {
      organization_id: owner,
      id,
      name: id,
      status: 'active',
      last_seen_at: '2026-07-15T19:32:00Z',
      cost_updated_at: '2026-07-15T19:32:00Z',
      ...row,
    });
    return id;
  };

  const figures = {
    cpu_total_cores: '4.1',
    cpu_allocatable_cores: '4',
    cpu_requested_cores: '1.1',
    memory_total_bytes: 2000,
    memory_allocatable_bytes: 1600,
    memory_requested_bytes: 800,
    gpu_total: 1,
    gpu_allocatable: 1,
    gpu_models: ['T4'],
    storage_total_bytes: 10,
    nodes: 1,
    namespaces: 2,
    workloads: 3,
    pods: 4,
    containers: 5,
    persistent_volumes: 6,
    compute_cpu_hourly: '0.1',
    compute_ram_hourly: '0.2',
    compute_gpu_hourly: '0.95',
    storage_pv_hourly: '0.01',
    workloads_legacy_hourly: '0.25',
    workloads_all_hourly: '0.26',
  };

  it('sums capacity, counts and cost over the clusters, exactly', async () => {
    await insertCluster(figures);
    await insertCluster({ ...figures, cpu_requested_cores: '2.2', gpu_models: ['A10', 'T4'] });
    await insertCluster({ status: 'disconnected' });

    const { status, body } = await app.get('/v1/organization', key);

    expect(status).to.equal(200);
    expect(body.data.kind).to.equal('Organization');
    expect(body.data.id).to.equal(organization);
    expect(body.data.capacity.cpu).to.eql({ total_cores: 8.2, allocatable_cores: 8 });
    expect(body.data.capacity.gpu).to.eql({ total: 2, allocatable: 2, model: 'A10, T4' });
    expect(body.data.capacity.storage).to.eql({ total_bytes: 20 });
    expect(body.data.utilization.cpu).to.eql({ requested_cores: 3.3 });
    expect(body.data.utilization.counts).to.eql({
      clusters: 2,
      connected_clusters: 2,
      nodes: 2,
      namespaces: 4,
      workloads: 6,
      pods: 8,
      containers: 10,
      persistent_volumes: 12,
      recommendations: 0,
    });
    expect(body.data.cost.current_run_rate_hourly.amount).to.equal('2.5000');
    expect(body.data.cost.unallocated.amount).to.equal('2.0000');
    expect(body.data.cost.partial).to.equal(false);
    expect(body.meta).to.have.all.keys('request_id', 'applied_at', 'basis');
  });

  it('has no component compute.gpu if no GPU has a known price', async () => {
    await insertCluster({ ...figures, compute_gpu_hourly: null });
    await insertCluster({ ...figures, gpu_total: 0, compute_gpu_hourly: '0' });
    const { body } = await app.get('/v1/organization', key);
    expect(body.data.cost.components).to.have.all.keys('compute.cpu', 'compute.ram');
    expect(body.data.cost.current_run_rate_hourly.amount).to.equal('0.6000');
  });

  it('adds storage over the basis all', async () => {
    await insertCluster(figures);
    const { body } = await app.get('/v1/organization?basis=all', key);
    expect(body.data.cost.current_run_rate_hourly.amount).to.equal('1.2600');
    expect(body.data.cost.components['storage.pv'].amount).to.equal('0.0100');
    expect(body.data.cost.unallocated.amount).to.equal('1.0000');
    expect(body.data.cost).to.include({ basis: 'all', partial: true });
  });

  it('counts a stale cluster, but not as connected, and keeps its figures', async () => {
    await insertCluster(figures);
    await insertCluster({ ...figures, last_seen_at: '2026-07-15T19:29:59Z' });
    const { body } = await app.get('/v1/organization', key);
    expect(body.data.utilization.counts).to.include({ clusters: 2, connected_clusters: 1 });
    expect(body.data.cost.current_run_rate_hourly.amount).to.equal('2.5000');
  });

  it('is connected up to 180 seconds after the last report', async () => {
    await insertCluster({ ...figures, last_seen_at: '2026-07-15T19:30:00Z' });
    const { body } = await app.get('/v1/organization', key);
    expect(body.data.utilization.counts.connected_clusters).to.equal(1);
  });

  it('computes utilization over the allocatable of reporting nodes', async () => {
    const measured = {
      cpu_used_cores: '1',
      memory_used_bytes: 400,
      measured_allocatable_cores: '2',
      measured_allocatable_bytes: 800,
    };
    await insertCluster({ ...figures, ...measured });
    await insertCluster(figures);
    const { body } = await app.get('/v1/organization', key);
    expect(body.data.utilization.cpu).to.include({ used_cores: 1, utilization_percent: 50 });
    expect(body.data.utilization.memory).to.include({ used_bytes: 400, utilization_percent: 50 });
  });

  it('sums bytes up to what a column holds', async () => {
    const most = '9223372036854775807';
    const bytes = { memory_total_bytes: most, storage_total_bytes: most };
    await insertCluster({ ...figures, ...bytes });
    await insertCluster({ ...figures, ...bytes });
    expect((await app.get('/v1/organization', key)).status).to.equal(200);
  });

  it('has only metadata without clusters', async () => {
    const { status, body } = await app.get('/v1/organization', key);
    expect(status).to.equal(200);
    expect(body.data.utilization.counts.clusters).to.equal(0);
    expect(body.data.capacity.cpu).to.eql({ total_cores: 0, allocatable_cores: 0 });
    expect(body.data.cost).to.eql({
      current_run_rate_hourly: { amount: '0.0000', currency: 'USD' },
      components: {},
      basis: 'legacy',
      partial: false,
    });
  });

  it('has a run rate that is partial while the cost of a cluster is unknown', async () => {
    const cost = async () => (await app.get('/v1/organization', key)).body.data.cost;
    await insertCluster({ status: 'pending', last_seen_at: null, cost_updated_at: null });
    expect(await cost()).to.deep.include({
      current_run_rate_hourly: { amount: '0.0000', currency: 'USD' },
      partial: true,
    });
    await insertCluster(figures);
    expect(await cost()).to.deep.include({
      current_run_rate_hourly: { amount: '1.2500', currency: 'USD' },
      partial: true,
    });
  });

  it('counts only clusters in the allow-list', async () => {
    const seen = await insertCluster(figures);
    const unseen = await insertCluster(figures);
    for (const cluster of [seen, unseen]) {
      await app.insert('recommendations', {
        organization_id: organization,
        cluster_id: cluster,
        resource_type: 'Deployment',
        resource_uid: crypto.randomUUID(),
        resource_name: 'api',
        title: 'Resize',
        risk_level: 'low',
        estimated_savings_hourly: '0.1',
      });
    }
    const counts = async (allowedClusterIds: string[]) => {
      const restricted = await app.createKey(organization, {
        scopes: ['organization:read'],
        allowedClusterIds,
      });
      return (await app.get('/v1/organization', restricted)).body.data.utilization.counts;
    };

    expect(await counts([seen])).to.include({ clusters: 1, pods: 4, recommendations: 1 });
    expect(await counts([])).to.include({ clusters: 0, pods: 0, recommendations: 0 });
    const { body } = await app.get('/v1/organization', key);
    expect(body.data.utilization.counts.recommendations).to.equal(2);
  });

  it('sees nothing of another organization', async () => {
    const other = await app.createOrganization(`other ${crypto.randomUUID()}`);
    await insertCluster(figures, other);
    const { body } = await app.get('/v1/organization', key);
    expect(body.data.utilization.counts.clusters).to.equal(0);
  });

  for (const [query, status, code] of [
    ['cost_mode=fully_loaded', 422, 'INVALID_COST_MODE'],
    ['cost_mode=', 422, 'INVALID_COST_MODE'],
    ['basis=some', 422, 'VALIDATION_ERROR'],
    ['limit=5', 400, 'BAD_REQUEST'],
  ] as const) {
    it(`answers ${status} ${code} to ?${query}`, async () => {
      const response = await app.get(`/v1/organization?${query}`, key);
      expect([response.status, response.body.error.code]).to.eql([status, code]);
    });
  }
});
