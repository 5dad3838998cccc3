import { listRefusals } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { bootFleet, type Fleet } from './fleet.ts';
import { gib, unpriced } from './node-rows.ts';

describe('GET /v1/nodes/{node_uid}', () => {
  let fleet: Fleet;
  let cluster: string;

  before(async () => {
    fleet = await bootFleet();
    cluster = await fleet.insertCluster('production');
  });
  after(() => fleet.app.stop());
  afterEach(() => fleet.app.sql('delete from nodes'));

  const get = (uid: string, key = fleet.key) => fleet.app.get(`/v1/nodes/${uid}`, key);
  const eur = (amount: string) => ({ amount, currency: 'EUR' });

  it('returns the complete body', async () => {
    const uid = await fleet.insertNode(cluster, {
      name: 'ip-10-0-0-1',
      provider_id: 'aws:///eu-west-1a/i-1',
      instance_type: 'g5.xlarge',
      node_group: 'gpu',
      region: 'eu-west-1',
      availability_zone: 'eu-west-1a',
      node_role: 'worker',
      capacity_type: 'spot',
      architecture: 'amd64',
      operating_system: 'linux',
      kubelet_version: 'v1.33.1',
      is_spot: true,
      labels: { pool: 'gpu' },
      created_at_k8s: '2026-07-01T10:00:00Z',
      gpu_total: 1,
      gpu_allocatable: 1,
      gpu_model: 'NVIDIA-A10G',
      cpu_used_cores: '1.96',
      memory_used_bytes: 5 * gib,
      gpu_utilization_percent: '12.5049',
      gpu_memory_used_bytes: gib,
      gpu_memory_total_bytes: 24 * gib,
      pods: 12,
      running_pods: 11,
      compute_gpu_hourly: '0.5',
      workloads_hourly: '0.12345',
      on_demand_equivalent_hourly: '2.25',
    });

    const { status, body } = await get(uid.toUpperCase());

    expect(status).to.equal(200);
    expect(body.data).to.eql({
      id: uid,
      kind: 'Node',
      metadata: {
        name: 'ip-10-0-0-1',
        cluster: { id: cluster, name: 'production' },
        instance_type: 'g5.xlarge',
        node_group: 'gpu',
        availability_zone: 'eu-west-1a',
        region: 'eu-west-1',
        node_role: 'worker',
        operating_system: 'linux',
        kubelet_version: 'v1.33.1',
        provider_id: 'aws:///eu-west-1a/i-1',
        is_spot: true,
        is_ready: true,
        is_schedulable: true,
        capacity_type: 'spot',
        architecture: 'amd64',
        labels: { pool: 'gpu' },
        created_at_k8s: '2026-07-01T10:00:00Z',
        last_seen_at: '2026-07-15T19:32:30Z',
      },
      capacity: {
        cpu: { total_cores: 4, allocatable_cores: 3.92 },
        memory: { total_bytes: 16 * gib, allocatable_bytes: 15 * gib },
        gpu: { total: 1, allocatable: 1, model: 'NVIDIA-A10G' },
        ephemeral_storage: { total_bytes: 100 * gib },
        pods: { allocatable: 110 },
      },
      utilization: {
        cpu: { used_cores: 1.96, utilization_percent: 50 },
        memory: { used_bytes: 5 * gib, utilization_percent: 33.33 },
        gpu: {
          utilization_percent: 12.5,
          memory_used_bytes: gib,
          memory_total_bytes: 24 * gib,
        },
        counts: { pods: 12, running_pods: 11 },
      },
      cost: {
        current_run_rate_hourly: eur('1.5000'),
        components: {
          'compute.cpu': eur('0.7500'),
          'compute.ram': eur('0.2500'),
          'compute.gpu': eur('0.5000'),
        },
        unallocated: eur('1.3766'),
        basis: 'legacy',
        partial: false,
        last_updated_at: '2026-07-15T19:32:30Z',
        on_demand_equivalent_hourly: eur('2.2500'),
        pricing_source: 'price_book',
      },
    });
    expect(body.meta.basis).to.equal('legacy');
    expect(body.meta).to.not.have.any.keys('pagination', 'cost_mode');
  });

  it('omits unknown values: usage without metrics, costs without a price', async () => {
    const { body } = await get(await fleet.insertNode(cluster, { architecture: '', ...unpriced }));

    expect(body.data.utilization).to.eql({
      cpu: {},
      memory: {},
      counts: { pods: 0, running_pods: 0 },
    });
    expect(body.data.metadata).to.not.have.property('created_at_k8s');
    expect(body.data.metadata.architecture).to.equal('');
    expect(body.data.cost).to.eql({
      components: {},
      basis: 'legacy',
      partial: true,
      last_updated_at: '2026-07-15T19:32:30Z',
      pricing_source: 'unknown',
    });
  });

  it('has 0 percent if nothing is allocatable, and more than 100 if usage exceeds it', async () => {
    const nothing = { cpu_allocatable_cores: '0', memory_allocatable_bytes: 0 };
    const used = { cpu_used_cores: '5', memory_used_bytes: 30 * gib };
    const empty = await get(await fleet.insertNode(cluster, { ...nothing, ...used }));
    const full = await get(await fleet.insertNode(cluster, used));

    const percents = ({ cpu, memory }: Record<string, { utilization_percent: number }>) => [
      cpu?.utilization_percent,
      memory?.utilization_percent,
    ];
    expect(percents(empty.body.data.utilization)).to.eql([0, 0]);
    expect(percents(full.body.data.utilization)).to.eql([127.55, 200]);
  });

  it('returns the largest values that a report may have', async () => {
    const most = '9223372036854775807';
    const uid = await fleet.insertNode(cluster, {
      memory_total_bytes: most,
      memory_allocatable_bytes: most,
      memory_used_bytes: most,
      compute_cpu_hourly: '99999999999.99994',
      compute_ram_hourly: '0',
    });

    const { status, body } = await get(uid);

    expect(status).to.equal(200);
    expect(body.data.capacity.memory.total_bytes).to.equal(2 ** 63);
    expect(body.data.utilization.memory.utilization_percent).to.equal(100);
    expect(body.data.cost.current_run_rate_hourly).to.eql(eur('99999999999.9999'));
  });

  it('answers 404 to a node that is unknown, gone or of another organization', async () => {
    const other = await fleet.app.createOrganization(`other ${crypto.randomUUID()}`);
    const theirs = await fleet.insertCluster('theirs', other);
    const uids = [
      crypto.randomUUID(),
      await fleet.insertNode(cluster, { gone_at: '2026-07-15T19:00:00Z' }),
      await fleet.insertNode(theirs, { organization_id: other }),
    ];
    for (const uid of uids) {
      const { status, body } = await get(uid);
      expect([status, body.error.code]).to.eql([404, 'NODE_NOT_FOUND']);
      expect(body.error.details).to.eql([{ field: 'node_uid', reason: 'not_found' }]);
    }
  });

  it('answers 403 with the cluster to a node outside the allow-list', async () => {
    const uid = await fleet.insertNode(cluster);
    for (const allowed of [[], [crypto.randomUUID()]]) {
      const { status, body } = await get(uid, await fleet.createKey(allowed));
      expect([status, body.error.code]).to.eql([403, 'CLUSTER_ACCESS_DENIED']);
      expect(body.error.details).to.eql([{ cluster_id: cluster }]);
    }
    expect((await get(uid, await fleet.createKey([cluster]))).status).to.equal(200);
  });

  it('picks among clusters that share a uid: allowed, then most recent, then lowest id', async () => {
    const restored = await fleet.insertCluster('restored');
    const uid = await fleet.insertNode(cluster, { last_seen_at: '2026-07-15T19:32:00Z' });
    await fleet.insertNode(restored, { uid, last_seen_at: '2026-07-15T19:32:30Z' });
    const readCluster = async (key?: string) =>
      (await get(uid, key)).body.data.metadata.cluster.id as string;

    expect(await readCluster()).to.equal(restored);
    expect(await readCluster(await fleet.createKey([cluster]))).to.equal(cluster);
    await fleet.app.sql('update nodes set last_seen_at = now()');
    expect(await readCluster()).to.equal([cluster, restored].sort()[0]);
    await fleet.app.sql('update nodes set gone_at = now() where cluster_id = $1', [cluster]);
    expect(await readCluster()).to.equal(restored);
    const denied = await get(uid, await fleet.createKey([cluster]));
    expect(denied.body.error.details).to.eql([{ cluster_id: restored }]);
  });

  it('echoes the basis', async () => {
    const uid = await fleet.insertNode(cluster);
    const { body } = await fleet.app.get(`/v1/nodes/${uid}?basis=all`, fleet.key);
    expect([body.meta.basis, body.data.cost.basis, body.data.cost.partial]).to.eql([
      'all',
      'all',
      true,
    ]);
    expect(body.data.cost.current_run_rate_hourly).to.eql(eur('1.0000'));
  });

  it('answers 400 to an invalid uid', async () => {
    for (const uid of ['nonsense', '%00', '1']) {
      const { status, body } = await get(uid);
      expect([status, body.error.code]).to.eql([400, 'BAD_REQUEST']);
      expect(body.error.details[0].field).to.equal('node_uid');
    }
  });

  const refusals = listRefusals({ isPaged: false, costMode: 'rejects', hasBasis: true });
  for (const { query, status, code, detail } of [
    ...refusals,
    { query: 'limit=1', status: 400, code: 'BAD_REQUEST', detail: { field: 'limit' } },
  ]) {
    it(`answers ${status} ${code} to ?${query}`, async () => {
      const response = await get(`${crypto.randomUUID()}?${query}`);
      expect([response.status, response.body.error.code]).to.eql([status, code]);
      expect(response.body.error.details[0]).to.deep.include(detail);
    });
  }
});
