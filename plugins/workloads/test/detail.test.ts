import { expect } from 'chai';
import { alpha, beta, bootWorkloads } from './workload-application.ts';
import { workloadRow } from './workload-rows.ts';

describe('plugin workloads: GET /v1/workloads/{workload_uid}', () => {
  let application: Awaited<ReturnType<typeof bootWorkloads>>;
  before(async () => {
    application = await bootWorkloads();
  });
  after(() => application.app.stop());
  beforeEach(async () => {
    await application.insert('clusters', { id: alpha, name: 'alpha' });
    await application.insert('clusters', { id: beta, name: 'beta' });
  });
  afterEach(() => application.clear());

  const insert = async (own: Record<string, unknown> = {}) =>
    (await application.insertWorkload({ name: 'api', ...own })).uid;
  const detail = async (uid: string, query = '', key?: string) =>
    (await application.read(`/v1/workloads/${uid}${query}`, key)).data;
  const readError = async (uid: string, key = application.key) => {
    const { status, body } = await application.app.get(`/v1/workloads/${uid}`, key);
    return [status, body.error.code, ...body.error.details];
  };

  it('returns the complete body', async () => {
    const uid = await insert({
      namespace: 'shop',
      labels: { app: 'api', 'app.kubernetes.io/part-of': 'shop' },
      service_account_name: 'api',
      status: 'Available',
      status_reason: 'MinimumReplicasAvailable',
      is_suspended: false,
      is_paused: true,
      has_hpa: true,
      created_at_k8s: '2026-05-03T16:42:10.999Z',
      cpu_limit_cores: '1.5',
      memory_limit_bytes: 2147483648,
      cpu_used_cores: '0.083214',
      memory_used_bytes: 859832320,
      replicas_desired: 3,
      replicas_available: 2,
      replicas_unavailable: 1,
      replicas_updated: 0,
      pods: 4,
      running_pods: 3,
      containers: 8,
      storage_pv_hourly: '0.25',
    });

    const { data, meta } = await application.read(`/v1/workloads/${uid.toUpperCase()}`);

    expect(data).to.eql({
      id: uid,
      kind: 'Workload',
      metadata: {
        name: 'api',
        namespace: 'shop',
        workload_kind: 'Deployment',
        cluster: { id: alpha, name: 'alpha' },
        labels: { app: 'api', 'app.kubernetes.io/part-of': 'shop' },
        service_account_name: 'api',
        status: 'Available',
        status_reason: 'MinimumReplicasAvailable',
        is_suspended: false,
        is_paused: true,
        has_hpa: true,
        created_at_k8s: '2026-05-03T16:42:10Z',
        last_seen_at: '2026-07-15T19:32:30Z',
      },
      capacity: { cpu: { limit_cores: 1.5 }, memory: { limit_bytes: 2147483648 } },
      utilization: {
        cpu: { requested_cores: 0.25, used_cores: 0.083214, utilization_percent: 33.29 },
        memory: {
          requested_bytes: 1073741824,
          used_bytes: 859832320,
          utilization_percent: 80.08,
        },
        replicas: { desired: 3, available: 2, unavailable: 1, updated: 0 },
        counts: { pods: 4, running_pods: 3, containers: 8 },
      },
      cost: {
        current_run_rate_hourly: { amount: '1.5000', currency: 'USD' },
        cost_mode: 'fully_loaded',
        components: {
          'compute.cpu': { amount: '1.0000', currency: 'USD' },
          'compute.ram': { amount: '0.5000', currency: 'USD' },
          'compute.gpu': { amount: '0.0000', currency: 'USD' },
        },
        basis: 'legacy',
        partial: false,
        last_updated_at: '2026-07-15T19:32:30Z',
      },
    });
    expect(meta).to.include({ cost_mode: 'fully_loaded', basis: 'legacy' });
    expect(meta).to.not.have.property('pagination');
  });

  it('equals the row of the lists', async () => {
    const uid = await insert({ replicas_desired: 1, cpu_used_cores: '0.1' });
    const lists = ['/v1/workloads', `/v1/clusters/${alpha}/workloads`];
    for (const list of lists) {
      const { data } = await application.read(`${list}?basis=all&cost_mode=workload_only`);
      expect(data).to.eql([await detail(uid, '?basis=all&cost_mode=workload_only')]);
    }
  });

  it('sums over the requested basis, and echoes the mode', async () => {
    const uid = await insert({ storage_pv_hourly: '0.75' });

    const { data, meta } = await application.read(
      `/v1/workloads/${uid}?basis=all&cost_mode=workload_only`,
    );

    expect(data.cost.current_run_rate_hourly.amount).to.equal('2.2500');
    expect(data.cost.components['storage.pv'].amount).to.equal('0.7500');
    expect(data.cost).to.include({ basis: 'all', partial: true, cost_mode: 'workload_only' });
    expect(meta).to.include({ basis: 'all', cost_mode: 'workload_only' });
  });

  it('has no replicas for a kind without replicas', async () => {
    for (const kind of ['Job', 'CronJob', 'Rollout']) {
      const { utilization, metadata } = await detail(await insert({ kind, is_suspended: true }));
      expect(utilization).to.not.have.property('replicas');
      expect(metadata).to.include({ workload_kind: kind, is_suspended: true });
    }
  });

  it('has the replicas of the report', async () => {
    const uid = await insert({ kind: 'StatefulSet', replicas_desired: 0, replicas_available: 0 });
    expect((await detail(uid)).utilization.replicas).to.eql({ desired: 0, available: 0 });
  });

  it('omits usage without metrics, and has 0 percent of a zero request', async () => {
    const unknown = await detail(await insert());
    expect(unknown.utilization.cpu).to.eql({ requested_cores: 0.25 });
    expect(unknown.utilization.memory).to.eql({ requested_bytes: 1073741824 });

    const idle = await detail(
      await insert({
        cpu_requested_cores: '0',
        cpu_used_cores: '0.5',
        memory_requested_bytes: 0,
        memory_used_bytes: 0,
      }),
    );
    expect(idle.utilization.cpu).to.eql({
      requested_cores: 0,
      used_cores: 0.5,
      utilization_percent: 0,
    });
    expect(idle.utilization.memory).to.eql({
      requested_bytes: 0,
      used_bytes: 0,
      utilization_percent: 0,
    });
  });

  it('omits an unknown cost, and unknown components of a known one', async () => {
    const none = await detail(
      await insert({
        compute_cpu_hourly: null,
        compute_ram_hourly: null,
        compute_gpu_hourly: null,
        is_compute_partial: true,
      }),
    );
    expect(none.cost).to.eql({
      cost_mode: 'fully_loaded',
      components: {},
      basis: 'legacy',
      partial: true,
      last_updated_at: '2026-07-15T19:32:30Z',
    });

    const some = await detail(await insert({ compute_gpu_hourly: null, is_compute_partial: true }));
    expect(some.cost.components).to.have.all.keys('compute.cpu', 'compute.ram');
    expect(some.cost.current_run_rate_hourly.amount).to.equal('1.5000');
    expect(some.cost.partial).to.equal(true);
    expect(some.metadata).to.not.have.property('created_at_k8s');
  });

  it('returns large byte counts and small costs exactly', async () => {
    const uid = await insert({
      memory_requested_bytes: 9007199254740991,
      memory_used_bytes: 4503599627370496,
      compute_cpu_hourly: '0.00004',
      compute_ram_hourly: '12345678901234.56785',
    });
    const { text } = await application.app.get(`/v1/workloads/${uid}`, application.key);
    expect(text).to.contain('"requested_bytes":9007199254740991,"used_bytes":4503599627370496');
    expect(text).to.contain('"amount":"12345678901234.5679"');
    expect(text).to.contain('"compute.cpu":{"amount":"0.0000"');
  });

  it('takes the currency of the organization', async () => {
    const { app } = application;
    const other = await app.createOrganization(`euro ${crypto.randomUUID()}`, 'EUR');
    const key = await app.createKey(other, { scopes: ['workloads:read'] });
    const cluster = { organization_id: other, id: crypto.randomUUID(), name: 'euro' };
    await app.insert('clusters', cluster);
    const row = workloadRow({ cluster_id: cluster.id, name: 'api' });
    await app.insert('workloads', { organization_id: other, ...row });

    const { cost } = await detail(row.uid, '', key);

    expect(cost.current_run_rate_hourly).to.eql({ amount: '1.5000', currency: 'EUR' });
  });

  describe('a uid in two clusters', () => {
    const seenAt = (minute: number) => `2026-07-15T19:${minute}:00Z`;
    const twins = async (minutes: readonly [alpha: number, beta: number]) => {
      const uid = await insert({ name: 'in alpha', last_seen_at: seenAt(minutes[0]) });
      await insert({ uid, name: 'in beta', cluster_id: beta, last_seen_at: seenAt(minutes[1]) });
      return uid;
    };
    const readName = async (uid: string, key?: string) =>
      (await detail(uid, '', key)).metadata.name;

    it('is the one that was seen last, then that of the lowest cluster', async () => {
      expect(await readName(await twins([20, 30]))).to.equal('in beta');
      expect(await readName(await twins([30, 20]))).to.equal('in alpha');
      expect(await readName(await twins([30, 30]))).to.equal('in alpha');
    });

    it('is the one that the key may read, and 403 if it may read neither', async () => {
      const uid = await twins([20, 30]);
      const createKeyFor = (clusters: readonly string[]) => application.createKey(clusters);

      expect(await readName(uid, await createKeyFor([alpha]))).to.equal('in alpha');
      expect(await readName(uid, await createKeyFor([beta]))).to.equal('in beta');
      expect(await readName(uid, await createKeyFor([alpha, beta]))).to.equal('in beta');
      for (const allowed of [[crypto.randomUUID()], []]) {
        expect(await readError(uid, await createKeyFor(allowed))).to.eql([
          403,
          'CLUSTER_ACCESS_DENIED',
          { cluster_id: beta },
        ]);
      }
    });

    it('is the one that still exists', async () => {
      const uid = await twins([20, 30]);
      await application.app.sql('update workloads set gone_at = now() where cluster_id = $1', [
        beta,
      ]);
      expect(await readName(uid)).to.equal('in alpha');
      const ofBeta = await application.createKey([beta]);
      expect(await readError(uid, ofBeta)).to.eql([
        403,
        'CLUSTER_ACCESS_DENIED',
        { cluster_id: alpha },
      ]);
    });
  });

  it('is 403 in a cluster that the key may not read', async () => {
    const uid = await insert({ cluster_id: beta });
    expect(await readError(uid, await application.createKey([alpha]))).to.eql([
      403,
      'CLUSTER_ACCESS_DENIED',
      { cluster_id: beta },
    ]);
  });

  it('is 404 if it is deleted, of another organization, or the uid of a pod', async () => {
    const { app, insertPod } = application;
    const gone = await insert({ gone_at: '2026-07-15T19:30:00Z' });
    const other = await app.createOrganization(`other ${crypto.randomUUID()}`);
    const cluster = { organization_id: other, id: crypto.randomUUID(), name: 'foreign' };
    await app.insert('clusters', cluster);
    const foreign = workloadRow({ cluster_id: cluster.id, name: 'foreign' });
    await app.insert('workloads', { organization_id: other, ...foreign });
    const pod = await insertPod(await insert(), { name: 'pod' });
    const restricted = await application.createKey([beta]);

    for (const uid of [gone, foreign.uid, pod.uid]) {
      for (const key of [application.key, restricted]) {
        expect(await readError(uid, key)).to.eql([
          404,
          'WORKLOAD_NOT_FOUND',
          { field: 'workload_uid', reason: 'not_found' },
        ]);
      }
    }
  });
});
