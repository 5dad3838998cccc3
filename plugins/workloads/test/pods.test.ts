import { walkPages } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { alpha, beta, bootWorkloads } from './workload-application.ts';
import { podRow, workloadRow } from './workload-rows.ts';

const toUid = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;

describe('plugin workloads: GET /v1/workloads/{workload_uid}/pods', () => {
  let application: Awaited<ReturnType<typeof bootWorkloads>>;
  let workload: string;
  let path: string;
  before(async () => {
    application = await bootWorkloads();
  });
  after(() => application.app.stop());
  beforeEach(async () => {
    await application.insert('clusters', { id: alpha, name: 'alpha' });
    await application.insert('clusters', { id: beta, name: 'beta' });
    workload = (await application.insertWorkload({ name: 'api' })).uid;
    path = `/v1/workloads/${workload}/pods`;
  });
  afterEach(() => application.clear());

  const insert = async (...pods: Record<string, unknown>[]) => {
    for (const pod of pods) await application.insertPod(workload, pod);
  };
  const found = async (query: string) => {
    const body = await application.read(`${path}?include_total=true&${query}`);
    const names: string[] = body.data.map(
      (row: { metadata: { name: string } }) => row.metadata.name,
    );
    expect(body.meta.pagination.total_count).to.equal(names.length);
    return names.sort();
  };
  const readError = async (of: string, key = application.key) => {
    const { status, body } = await application.app.get(of, key);
    return [status, body.error.code, ...body.error.details];
  };

  it('returns the complete body of a pod', async () => {
    await insert({
      uid: 'a9e69fba-9714-4a17-87cf-07f1c004d2c2',
      name: 'api-6c9d7f5b8d-x7k2p',
      namespace: 'payments',
      workload_name: 'checkout-api',
      node_uid: '4a1b0b4a-85a0-44a8-b0bd-4e01924c279b',
      node_name: 'ip-10-0-12-34',
      reason: 'Evicted',
      pod_ip: '10.0.12.201',
      host_ip: '10.0.12.34',
      priority_class: 'high',
      host_network: false,
      has_hostpath: false,
      has_emptydir: true,
      labels: { app: 'checkout-api' },
      created_at_k8s: '2026-05-03T16:42:10Z',
      cpu_limit_cores: '0.5',
      memory_limit_bytes: 536870912,
      cpu_used_cores: '0.083214',
      memory_used_bytes: 214958080,
      containers: 3,
      running_containers: 2,
      ready_containers: 1,
      restarts_total: 5,
      oom_kills_total: 4,
    });

    const { data, meta } = await application.read(path);

    expect(data).to.eql([
      {
        id: 'a9e69fba-9714-4a17-87cf-07f1c004d2c2',
        kind: 'Pod',
        metadata: {
          name: 'api-6c9d7f5b8d-x7k2p',
          namespace: 'payments',
          cluster: { id: alpha, name: 'alpha' },
          workload: { uid: workload, kind: 'Deployment', name: 'checkout-api' },
          node: { id: '4a1b0b4a-85a0-44a8-b0bd-4e01924c279b', name: 'ip-10-0-12-34' },
          phase: 'Running',
          reason: 'Evicted',
          qos_class: 'Burstable',
          pod_ip: '10.0.12.201',
          host_ip: '10.0.12.34',
          host_network: false,
          priority_class: 'high',
          has_hostpath: false,
          has_emptydir: true,
          labels: { app: 'checkout-api' },
          created_at_k8s: '2026-05-03T16:42:10Z',
          last_seen_at: '2026-07-15T19:32:30Z',
        },
        capacity: { cpu: { limit_cores: 0.5 }, memory: { limit_bytes: 536870912 } },
        utilization: {
          cpu: { requested_cores: 0.25, used_cores: 0.083214, utilization_percent: 33.29 },
          memory: {
            requested_bytes: 268435456,
            used_bytes: 214958080,
            utilization_percent: 80.08,
          },
          counts: { containers: 3, running_containers: 2, ready_containers: 1 },
          restarts_total: 5,
          oom_kills_total: 4,
        },
        cost: {
          current_run_rate_hourly: { amount: '0.0134', currency: 'USD' },
          cost_mode: 'fully_loaded',
          components: {
            'compute.cpu': { amount: '0.0100', currency: 'USD' },
            'compute.ram': { amount: '0.0034', currency: 'USD' },
          },
          basis: 'legacy',
          partial: false,
          last_updated_at: '2026-07-15T19:32:30Z',
        },
      },
    ]);
    expect(meta.pagination).to.eql({ has_more: false, limit: 100, ordered_at: meta.applied_at });
    expect(meta).to.include({ cost_mode: 'fully_loaded', basis: 'legacy' });
  });

  it('omits values that a pod does not have', async () => {
    await insert({
      name: 'waiting',
      phase: 'Pending',
      qos_class: '',
      compute_cpu_hourly: null,
      compute_ram_hourly: null,
      is_compute_partial: true,
    });

    const [pod] = (await application.read(path)).data;

    expect(pod.metadata).to.eql({
      name: 'waiting',
      namespace: 'shop',
      cluster: { id: alpha, name: 'alpha' },
      workload: { uid: workload, kind: 'Deployment', name: 'api' },
      phase: 'Pending',
      host_network: false,
      has_hostpath: false,
      has_emptydir: false,
      labels: {},
      last_seen_at: '2026-07-15T19:32:30Z',
    });
    expect(pod.utilization.cpu).to.eql({ requested_cores: 0.25 });
    expect(pod.utilization.memory).to.eql({ requested_bytes: 268435456 });
    expect(pod.cost).to.not.have.property('current_run_rate_hourly');
    expect(pod.cost).to.deep.include({ components: {}, partial: true });
  });

  it('sorts by run rate, ties by id, unknown costs last, the same over both bases', async () => {
    await insert(
      { name: 'unknown', compute_cpu_hourly: null, compute_ram_hourly: null },
      { name: 'second', uid: toUid(2), compute_cpu_hourly: '2.00001' },
      { name: 'first', uid: toUid(1), compute_cpu_hourly: '2' },
      { name: 'dear', compute_cpu_hourly: '3' },
      { name: 'free', compute_cpu_hourly: '0', compute_ram_hourly: '0' },
    );

    for (const basis of ['legacy', 'all']) {
      const { data, meta } = await application.read(`${path}?basis=${basis}`);
      expect(data.map((pod: { metadata: { name: string } }) => pod.metadata.name)).to.eql([
        'dear',
        'first',
        'second',
        'free',
        'unknown',
      ]);
      expect(meta.basis).to.equal(basis);
      expect(data[0].cost).to.include({ basis, partial: basis === 'all' });
      expect(data[0].cost.current_run_rate_hourly.amount).to.equal('3.0034');
    }
  });

  for (const limit of [1, 7, 100, 500]) {
    it(`walks every pod exactly once in pages of ${limit}`, async () => {
      await application.app.sql(
        `insert into pods (organization_id, cluster_id, uid, namespace, name, workload_uid, phase,
            last_seen_at, gone_at, cpu_limit_cores, memory_limit_bytes, cpu_requested_cores,
            memory_requested_bytes, containers, running_containers, ready_containers,
            compute_cpu_hourly, cost_updated_at)
          select $1, case when n % 10 = 0 then $3::uuid else $2::uuid end, gen_random_uuid(), 'shop',
            'p-' || n, $4, 'Running', now(), case when n % 9 = 0 then now() end, 0, 0, 0, 0, 1, 1, 1,
            case when n % 7 > 0 then n % 5 end, now()
          from generate_series(1, 150) as n`,
        [application.organization, alpha, beta, workload],
      );
      const expected = await application.app.sql<{ uid: string }>(
        `select uid from pods where cluster_id = $1 and gone_at is null
          order by round(compute_cpu_hourly, 4) desc nulls last, uid`,
        [alpha],
      );

      const seen = await walkPages(application.app, path, application.key, limit);
      const { meta } = await application.read(`${path}?limit=${limit}&include_total=true`);

      expect(seen.map(({ id }) => id)).to.eql(expected.map(({ uid }) => uid));
      expect(seen).to.have.length(120);
      expect(meta.pagination.total_count).to.equal(120);
    });
  }

  describe('every filter', () => {
    beforeEach(() =>
      insert(
        { name: 'a', node_uid: toUid(1), node_name: 'one', has_emptydir: true },
        { name: 'b', node_uid: toUid(2), node_name: 'two', qos_class: 'Guaranteed' },
        { name: 'c', phase: 'Pending', qos_class: 'BestEffort', has_hostpath: true },
        { name: 'd', phase: 'Failed', host_network: true, has_emptydir: true },
        { name: 'e', phase: 'Succeeded', qos_class: '', node_uid: toUid(2), node_name: 'two' },
        { name: 'f', phase: 'Unknown', namespace: 'Shop' },
      ),
    );

    for (const [query, names] of [
      ['', ['a', 'b', 'c', 'd', 'e', 'f']],
      ['namespace=shop', ['a', 'b', 'c', 'd', 'e']],
      ['namespace=Shop,other', ['f']],
      ['namespace=other', []],
      ['namespace=%25', []],
      ["namespace=x'%20or%201=1%20--", []],
      ['namespace=r%C3%A4um', []],
      [`node_uid=${toUid(1)}`, ['a']],
      [`node_uid=${toUid(1)},${toUid(2)}`, ['a', 'b', 'e']],
      [`node_uid=${toUid(9)}`, []],
      ['phase=Running', ['a', 'b']],
      ['phase=Pending,Failed', ['c', 'd']],
      ['phase=Succeeded&phase=Unknown', ['e', 'f']],
      ['qos_class=Guaranteed', ['b']],
      ['qos_class=Guaranteed,BestEffort', ['b', 'c']],
      ['has_hostpath=true', ['c']],
      ['has_hostpath=false', ['a', 'b', 'd', 'e', 'f']],
      ['has_emptydir=true', ['a', 'd']],
      ['has_emptydir=false', ['b', 'c', 'e', 'f']],
      ['host_network=true', ['d']],
      ['host_network=false', ['a', 'b', 'c', 'e', 'f']],
      ['phase=Running&qos_class=Burstable', ['a']],
      [`phase=Running,Succeeded&node_uid=${toUid(2)}`, ['b', 'e']],
      ['has_emptydir=true&host_network=false', ['a']],
      ['namespace=shop&has_hostpath=true', ['c']],
      ['qos_class=Burstable&phase=Pending', []],
    ] as const) {
      it(`?${query.replaceAll(/0{8}-[-0-9]*/g, 'uid')} finds ${names.join(', ') || 'nothing'}`, async () => {
        expect(await found(query)).to.eql(names);
      });
    }

    it('takes node uids in upper case', async () => {
      await insert({ name: 'hex', node_uid: alpha, node_name: 'hex' });
      expect(await found(`node_uid=${alpha.toUpperCase()}`)).to.eql(['hex']);
    });
  });

  it('lists the pods of this workload that Kubernetes still has', async () => {
    const { insertPod, insertWorkload, app } = application;
    await insert({ name: 'mine' }, { name: 'gone', gone_at: '2026-07-15T19:30:00Z' });
    await insertPod((await insertWorkload({ name: 'other' })).uid, { name: 'of another' });
    await insertPod(workload, { name: 'of no workload', workload_uid: null });
    const other = await app.createOrganization(`other ${crypto.randomUUID()}`);
    await app.insert('clusters', { organization_id: other, id: alpha, name: 'alpha' });
    await app.insert('pods', {
      organization_id: other,
      ...podRow(workload, { cluster_id: alpha, name: 'foreign' }),
    });

    expect(await found('')).to.eql(['mine']);
  });

  it('is empty for a workload without pods', async () => {
    const { data, meta } = await application.read(`${path}?include_total=true`);
    expect(data).to.eql([]);
    expect(meta.pagination).to.eql({
      has_more: false,
      limit: 100,
      ordered_at: meta.applied_at,
      total_count: 0,
    });
  });

  it('echoes the cost mode, which changes no amount', async () => {
    await insert({ name: 'a' });
    for (const mode of ['fully_loaded', 'workload_only']) {
      const { data, meta } = await application.read(`${path}?cost_mode=${mode}`);
      expect(meta.cost_mode).to.equal(mode);
      expect(data[0].cost.cost_mode).to.equal(mode);
      expect(data[0].cost.current_run_rate_hourly.amount).to.equal('0.0134');
    }
  });

  it('uses the workload that the key may read if two clusters have the uid', async () => {
    await insert({ name: 'in alpha' }, { name: 'in beta', cluster_id: beta });
    await application.insertWorkload({
      uid: workload,
      name: 'restored',
      cluster_id: beta,
      last_seen_at: '2026-07-15T20:00:00Z',
    });
    const createKeyFor = (clusters: readonly string[]) => application.createKey(clusters);

    expect(await application.names(path)).to.eql(['in beta']);
    expect(await application.names(path, await createKeyFor([alpha]))).to.eql(['in alpha']);
    expect(await application.names(path, await createKeyFor([beta]))).to.eql(['in beta']);
    expect(await readError(path, await createKeyFor([]))).to.eql([
      403,
      'CLUSTER_ACCESS_DENIED',
      { cluster_id: beta },
    ]);
  });

  it('is 403 in a cluster that the key may not read', async () => {
    expect(await readError(path, await application.createKey([beta]))).to.eql([
      403,
      'CLUSTER_ACCESS_DENIED',
      { cluster_id: alpha },
    ]);
  });

  it('is 404 for a deleted workload, even if its pods exist', async () => {
    const gone = workloadRow({
      cluster_id: alpha,
      name: 'gone',
      gone_at: '2026-07-15T19:30:00Z',
    });
    await application.insert('workloads', gone);
    await application.insertPod(gone.uid, { name: 'left behind' });

    expect(await readError(`/v1/workloads/${gone.uid}/pods`)).to.eql([
      404,
      'WORKLOAD_NOT_FOUND',
      { field: 'workload_uid', reason: 'not_found' },
    ]);
  });
});
