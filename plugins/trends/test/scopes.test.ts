import { expect } from 'chai';
import {
  billBits,
  bootHistory,
  epochSeconds,
  type History,
  ownerBits,
  type TrendQuery,
} from './history.ts';

/** Whose costs, over which columns, and when it is there at all. */
describe('scopes of cost trends', () => {
  let history: History;
  let cluster: string;

  before(async () => {
    history = await bootHistory();
  });
  after(() => history.app.stop());
  beforeEach(async () => {
    cluster = await history.insertCluster();
  });

  const window = { start: '2026-07-01T00:00:00Z', end: '2026-07-03T06:00:00Z' };
  const breakdown: TrendQuery = { ...window, type: 'breakdown', granularity: 'monthly' };
  const organizationPath = '/v1/organizations/dashboard/cost-trend';
  const trendPath = (rest: string) => `/v1/clusters/${cluster}/${rest}cost-trend`;
  const namespacePath = (name = 'shop') => trendPath(`namespaces/${encodeURIComponent(name)}/`);
  const workloadPath = (uid: string) => trendPath(`workloads/by-uid/${uid}/`);
  const groupPath = (name = 'general') => trendPath(`node-groups/${encodeURIComponent(name)}/`);

  const total = async (path: string, query: Record<string, unknown> = {}, key = history.key) => {
    const points = await history.points(path, { ...breakdown, ...query }, key);
    return points.map(([, amount]) => amount);
  };
  const totals = async (path: string, key = history.key) => {
    const amounts: Record<string, unknown> = {};
    for (const costMode of ['workload_only', 'fully_loaded']) {
      for (const basis of ['legacy', 'all']) {
        const amount = await total(path, { cost_mode: costMode, basis }, key);
        amounts[`${costMode} ${basis}`] = amount[0];
      }
    }
    return amounts;
  };
  const readError = async (path: string, key = history.key, query: TrendQuery = breakdown) => {
    const { start, end, ...rest } = query;
    const asked = { start: epochSeconds(start), end: epochSeconds(end), ...rest };
    const { status, body } = await history.request(path, asked, key);
    return [status, body.error?.code];
  };

  const ownedTotals = {
    'workload_only legacy': '7.0000',
    'workload_only all': '39.0000',
    'fully_loaded legacy': '31.0000',
    'fully_loaded all': '127.0000',
  };
  const billTotals = {
    ...ownedTotals,
    'fully_loaded legacy': '159.0000',
    'fully_loaded all': '1023.0000',
  };

  describe('cluster', () => {
    it('is the direct or total cost, including unallocated cost, over both bases', async () => {
      await history.spend('cluster_days', cluster, '2026-07-01', billBits);
      expect(await totals(trendPath(''))).to.eql(billTotals);
    });

    it('reads hours as it reads days', async () => {
      await history.spend('cluster_hours', cluster, '2026-07-03T05:00:00Z', billBits);
      expect(await totals(trendPath(''))).to.eql(billTotals);
    });

    it('is fully loaded by default, as the response states', async () => {
      await history.spend('cluster_days', cluster, '2026-07-01', billBits);
      expect(await total(trendPath(''))).to.eql(['159.0000']);
      const { body } = await history.app.get(`${trendPath('')}?start=0&end=1`, history.key);
      expect(body.meta).to.include({ cost_mode: 'fully_loaded', basis: 'legacy' });
      expect(body.data).to.deep.include({ scope: 'cluster', scope_ref: { cluster_id: cluster } });
      expect(body.data).to.not.have.property('excluded_cluster_ids');
    });

    it('covers only this cluster', async () => {
      const other = await history.insertCluster();
      await history.spend('cluster_days', other, '2026-07-01', billBits);
      await history.spend('cluster_hours', other, '2026-07-03T05:00:00Z', billBits);
      expect(await total(trendPath(''))).to.eql([]);
    });
  });

  describe('namespace', () => {
    for (const [table, at] of [
      ['namespace_days', '2026-07-01'],
      ['namespace_hours', '2026-07-03T05:00:00Z'],
    ] as const) {
      it(`is the cost of its owners, with or without their shares: ${table}`, async () => {
        await history.spend(table, cluster, at, { namespace: 'shop', ...ownerBits });
        await history.spend(table, cluster, at, { namespace: 'shop-2', ...ownerBits });
        const other = await history.insertCluster();
        await history.spend(table, other, at, { namespace: 'shop', ...ownerBits });
        expect(await totals(namespacePath())).to.eql(ownedTotals);
      });
    }

    it('is direct cost by default, and has its subject in the response', async () => {
      await history.spend('namespace_days', cluster, '2026-07-01', {
        namespace: 'a b/ü',
        ...ownerBits,
      });
      expect(await total(namespacePath('a b/ü'))).to.eql(['7.0000']);
      const trend = await history.trend(namespacePath('a b/ü'), breakdown);
      expect(trend).to.deep.include({
        scope: 'namespace',
        scope_ref: { cluster_id: cluster, namespace: 'a b/ü' },
      });
    });

    const insertNamespace = (own: Record<string, unknown> = {}) =>
      history.app.insert('namespaces', {
        organization_id: history.organization,
        cluster_id: cluster,
        id: crypto.randomUUID(),
        name: 'shop',
        last_seen_at: '2026-07-15T19:32:00Z',
        cpu_requested_cores: 0,
        memory_requested_bytes: 0,
        ...Object.fromEntries(counts.map((count) => [count, 0])),
        cost_updated_at: '2026-07-15T19:32:00Z',
        ...own,
      });
    const counts = [
      'workloads',
      'deployments',
      'statefulsets',
      'daemonsets',
      'jobs',
      'cronjobs',
      'pods',
      'running_pods',
      'containers',
      'persistent_volumes',
    ];

    it('exists while it is in the newest snapshot, with or without history', async () => {
      expect(await readError(namespacePath())).to.eql([404, 'NAMESPACE_NOT_FOUND']);
      await insertNamespace();
      expect(await total(namespacePath())).to.eql([]);
      expect(await readError(namespacePath('shop-2'))).to.eql([404, 'NAMESPACE_NOT_FOUND']);
    });

    it('exists after deletion while it has history in the window', async () => {
      await insertNamespace({ gone_at: '2026-07-10T00:00:00Z' });
      expect(await readError(namespacePath())).to.eql([404, 'NAMESPACE_NOT_FOUND']);
      await history.spend('namespace_days', cluster, '2026-07-04', { namespace: 'shop' });
      expect(await readError(namespacePath())).to.eql([404, 'NAMESPACE_NOT_FOUND']);
      // Its cost is not known, but it was there.
      await history.spend('namespace_days', cluster, '2026-07-02', { namespace: 'shop' });
      expect(await total(namespacePath())).to.eql([]);
    });
  });

  describe('workload', () => {
    let uid: string;

    beforeEach(() => {
      uid = crypto.randomUUID();
    });

    for (const [table, at] of [
      ['workload_days', '2026-07-01'],
      ['workload_hours', '2026-07-03T05:00:00Z'],
    ] as const) {
      it(`is what it costs, with or without its shares: ${table}`, async () => {
        await history.describeOwner(cluster, uid, 'Deployment');
        await history.spend(table, cluster, at, { workload_uid: uid, ...ownerBits });
        const another = crypto.randomUUID();
        await history.spend(table, cluster, at, { workload_uid: another, ...ownerBits });
        const restored = await history.insertCluster();
        await history.spend(table, restored, at, { workload_uid: uid, ...ownerBits });
        expect(await totals(workloadPath(uid))).to.eql(ownedTotals);
      });
    }

    it('is direct cost by default, and has its subject in the response', async () => {
      await history.describeOwner(cluster, uid, 'CronJob');
      await history.spend('workload_days', cluster, '2026-07-01', {
        workload_uid: uid,
        ...ownerBits,
      });
      expect(await total(workloadPath(uid.toUpperCase()))).to.eql(['7.0000']);
      const trend = await history.trend(workloadPath(uid.toUpperCase()), breakdown);
      expect(trend).to.deep.include({
        scope: 'workload',
        scope_ref: { cluster_id: cluster, workload_uid: uid },
      });
    });

    it('does not include the unowned cost of a namespace', async () => {
      await history.describeOwner(cluster, uid, '');
      await history.describeOwner(cluster, crypto.randomUUID(), 'Deployment');
      await history.spend('workload_days', cluster, '2026-07-01', {
        workload_uid: uid,
        ...ownerBits,
      });
      expect(await readError(workloadPath(uid))).to.eql([404, 'WORKLOAD_NOT_FOUND']);
    });

    const insertWorkload = (own: Record<string, unknown> = {}) =>
      history.app.insert('workloads', {
        organization_id: history.organization,
        cluster_id: cluster,
        uid,
        namespace: 'shop',
        name: 'api',
        kind: 'Deployment',
        last_seen_at: '2026-07-15T19:32:00Z',
        cpu_limit_cores: 0,
        memory_limit_bytes: 0,
        cpu_requested_cores: 0,
        memory_requested_bytes: 0,
        pods: 0,
        running_pods: 0,
        containers: 0,
        cost_updated_at: '2026-07-15T19:32:00Z',
        ...own,
      });

    it('exists while it is in the newest snapshot, with or without history', async () => {
      expect(await readError(workloadPath(uid))).to.eql([404, 'WORKLOAD_NOT_FOUND']);
      await insertWorkload();
      expect(await total(workloadPath(uid))).to.eql([]);
      cluster = await history.insertCluster();
      expect(await readError(workloadPath(uid))).to.eql([404, 'WORKLOAD_NOT_FOUND']);
    });

    it('exists after deletion while it has history in the window', async () => {
      await insertWorkload({ gone_at: '2026-07-10T00:00:00Z' });
      await history.describeOwner(cluster, uid, 'Deployment');
      expect(await readError(workloadPath(uid))).to.eql([404, 'WORKLOAD_NOT_FOUND']);
      await history.spend('workload_hours', cluster, '2026-07-03T06:00:00Z', { workload_uid: uid });
      expect(await readError(workloadPath(uid))).to.eql([404, 'WORKLOAD_NOT_FOUND']);
      await history.spend('workload_hours', cluster, '2026-07-03T05:00:00Z', { workload_uid: uid });
      expect(await total(workloadPath(uid))).to.eql([]);
    });
  });

  describe('node group', () => {
    /** All that a node costs, and of it what no pod could be given. */
    const price = {
      cpu_cost_seconds: 1 * 3600,
      memory_cost_seconds: 2 * 3600,
      gpu_cost_seconds: 4 * 3600,
      idle_cost_seconds: 8 * 3600,
      overhead_cost_seconds: 16 * 3600,
      unallocated_cost_seconds: 32 * 3600,
    };
    const member = () => ({ node_uid: crypto.randomUUID(), node_group: 'general' });

    for (const [table, at] of [
      ['node_days', '2026-07-01'],
      ['node_hours', '2026-07-03T05:00:00Z'],
    ] as const) {
      it(`is the price of its nodes, over either basis: ${table}`, async () => {
        await history.spend(table, cluster, at, { ...member(), ...price });
        await history.spend(table, cluster, at, { ...member(), ...price });
        await history.spend(table, cluster, at, { ...member(), node_group: 'other', ...price });
        const other = await history.insertCluster();
        await history.spend(table, other, at, { ...member(), ...price });
        expect(await total(groupPath())).to.eql(['126.0000']);
        expect(await total(groupPath(), { basis: 'all' })).to.eql(['126.0000']);
      });
    }

    it('has no cost mode, and has its subject in the response, whatever the name', async () => {
      const name = 'arn:aws:eks/a,b%c';
      await history.spend('node_days', cluster, '2026-07-01', { ...member(), node_group: name });
      const { body } = await history.request(groupPath(name), {
        start: epochSeconds(window.start),
        end: epochSeconds(window.end),
        granularity: 'daily',
        basis: 'all',
      });
      expect(body.data).to.deep.include({
        scope: 'node-group',
        scope_ref: { cluster_id: cluster, node_group: name },
      });
      expect(body.meta.basis).to.equal('all');
      expect(body.meta).to.not.have.property('cost_mode');
    });

    const insertNode = (own: Record<string, unknown> = {}) =>
      history.app.insert('nodes', {
        organization_id: history.organization,
        cluster_id: cluster,
        uid: crypto.randomUUID(),
        name: 'node',
        node_group: 'general',
        is_spot: false,
        is_ready: true,
        is_schedulable: true,
        last_seen_at: '2026-07-15T19:32:00Z',
        cpu_total_cores: 4,
        cpu_allocatable_cores: 4,
        memory_total_bytes: 0,
        memory_allocatable_bytes: 0,
        gpu_total: 0,
        gpu_allocatable: 0,
        ephemeral_storage_total_bytes: 0,
        pods_allocatable: 110,
        pricing_source: 'unknown',
        cost_updated_at: '2026-07-15T19:32:00Z',
        ...own,
      });

    it('exists while one of its nodes is in the newest snapshot', async () => {
      expect(await readError(groupPath())).to.eql([404, 'NODE_GROUP_NOT_FOUND']);
      await insertNode({ gone_at: '2026-07-10T00:00:00Z' });
      expect(await readError(groupPath())).to.eql([404, 'NODE_GROUP_NOT_FOUND']);
      await insertNode();
      await insertNode();
      expect(await total(groupPath())).to.eql([]);
    });

    it('exists after deletion while it has history in the window', async () => {
      await history.spend('node_days', cluster, '2026-06-30', member());
      expect(await readError(groupPath())).to.eql([404, 'NODE_GROUP_NOT_FOUND']);
      await history.spend('node_days', cluster, '2026-07-01', member());
      expect(await total(groupPath())).to.eql([]);
    });
  });

  describe('deleted resources', () => {
    const may = { start: '2026-05-01T00:00:00Z', end: '2026-05-02T00:00:00Z' };
    const archiveMay = () =>
      history.app.sql(`insert into archived_months (organization_id, month, location)
        values ('${history.organization}', '2026-05-01', '/archive')`);
    afterEach(() => history.app.sql('delete from archived_months'));

    for (const [name, table, own] of [
      ['namespaces/shop/', 'namespace_days', { namespace: 'shop' }],
      ['workloads/by-uid/UID/', 'workload_days', { workload_uid: 'UID' }],
      ['node-groups/general/', 'node_days', { node_uid: 'UID', node_group: 'general' }],
    ] as const) {
      it(`exist while days remain, or if months of the window are archived: ${name}`, async () => {
        const uid = crypto.randomUUID();
        await history.describeOwner(cluster, uid, 'Deployment');
        const path = trendPath(name.replace('UID', uid));
        const hourly = { ...window, granularity: 'hourly' };
        expect((await readError(path, history.key, hourly))[0]).to.equal(404);
        const row = JSON.parse(JSON.stringify(own).replace('UID', uid)) as typeof own;
        await history.spend(table, cluster, '2026-07-03', row);
        expect(await history.points(path, hourly)).to.eql([]);

        expect((await readError(path, history.key, may))[0]).to.equal(404);
        await archiveMay();
        const trend = await history.trend(path, may);
        expect(trend).to.deep.include({ points: [], archived_months: ['2026-05'] });
      });
    }

    it('are not found without any day, and the error names the archived months', async () => {
      await archiveMay();
      const query = { start: epochSeconds(may.start), end: epochSeconds(may.end) };
      const { status, body } = await history.request(namespacePath(), query);
      expect(status).to.equal(404);
      expect(body.error.message).to.equal(
        'namespace was not found; the history of 2026-05 is archived.',
      );
    });
  });

  describe('organization', () => {
    it('adds up its clusters: direct cost or the whole bill, over either basis', async () => {
      const other = await history.insertCluster();
      const key = await history.keyOf([cluster, other]);
      await history.spend('cluster_days', cluster, '2026-07-01', billBits);
      await history.spend('cluster_hours', other, '2026-07-03T05:00:00Z', {
        cpu_cost_seconds: 3_600_000,
      });
      expect(await totals(organizationPath, key)).to.eql({
        'workload_only legacy': '1007.0000',
        'workload_only all': '1039.0000',
        'fully_loaded legacy': '1159.0000',
        'fully_loaded all': '2023.0000',
      });
    });

    it('has all clusters of the organization where the key has no allow-list', async () => {
      const organization = await history.app.createOrganization(`own ${crypto.randomUUID()}`);
      const key = await history.keyOf(null, undefined, organization);
      for (const cost of [1, 2]) {
        const id = await history.insertCluster(undefined, organization);
        await history.spend('cluster_days', id, '2026-07-01', {
          organization_id: organization,
          cpu_cost_seconds: cost * 3600,
        });
        await history.spend('cluster_hours', id, '2026-07-03T00:00:00Z', {
          organization_id: organization,
          cpu_cost_seconds: cost * 36_000,
        });
      }
      await history.spend('cluster_days', cluster, '2026-07-01', billBits);

      const trend = await history.trend(organizationPath, breakdown, key);
      expect(trend).to.eql({
        kind: 'CostTrend',
        scope: 'organization',
        start: '2026-07-01T00:00:00Z',
        end: '2026-07-03T06:00:00Z',
        granularity: 'monthly',
        type: 'breakdown',
        points: [
          {
            bucket_start: '2026-07-01T00:00:00Z',
            total_cost: { amount: '33.0000', currency: 'USD' },
          },
        ],
        excluded_cluster_ids: [],
      });
    });

    it('omits and lists the clusters that the key may not read', async () => {
      const organization = await history.app.createOrganization(`own ${crypto.randomUUID()}`);
      const ids = Array.from({ length: 4 }, () => crypto.randomUUID());
      for (const id of ids) {
        await history.insertCluster(id, organization);
        await history.spend('cluster_days', id, '2026-07-01', {
          organization_id: organization,
          cpu_cost_seconds: 3600,
        });
      }
      const [seen = '', ...unseen] = ids;
      // One of the list is another organization's: it does not exist here.
      const key = await history.keyOf([seen, cluster], undefined, organization);

      const trend = await history.trend(organizationPath, breakdown, key);
      expect(trend.points.map(({ total_cost }) => total_cost.amount)).to.eql(['1.0000']);
      expect(trend.excluded_cluster_ids).to.eql(unseen.toSorted());
    });

    it('is empty and names none where the allow-list is empty', async () => {
      await history.spend('cluster_days', cluster, '2026-07-01', billBits);
      const trend = await history.trend(organizationPath, breakdown, await history.keyOf([]));
      expect(trend).to.deep.include({ points: [], excluded_cluster_ids: [] });
      expect(trend).to.not.have.property('scope_ref');
    });

    it('is fully loaded by default', async () => {
      await history.spend('cluster_days', cluster, '2026-07-01', billBits);
      expect(await total(organizationPath, {}, await history.keyOf([cluster]))).to.eql([
        '159.0000',
      ]);
    });
  });

  describe('access', () => {
    const uid = crypto.randomUUID();
    const paths = () => ({
      'organization:read': organizationPath,
      'clusters:read': trendPath(''),
      'namespaces:read': namespacePath(),
      'workloads:read': workloadPath(uid),
      'nodes:read': groupPath(),
    });
    const clusterPaths = () => Object.values(paths()).slice(1);

    it('needs the scope of the family, and no other', async () => {
      for (const [scope, path] of Object.entries(paths())) {
        const others = Object.keys(paths()).filter((other) => other !== scope);
        const { status, body } = await history.request(path, {}, await history.keyOf(null, others));
        expect([status, body.error.code, body.error.details[0].required]).to.eql([
          403,
          'FORBIDDEN',
          scope,
        ]);
        const [allowed] = await readError(path, await history.keyOf(null, [scope]));
        expect(allowed).to.be.oneOf([200, 404]);
      }
    });

    it('is 400, 404 or 403 where the cluster is malformed, foreign or not allowed', async () => {
      const other = await history.app.createOrganization(`other ${crypto.randomUUID()}`);
      const foreign = await history.insertCluster(undefined, other);
      const none = await history.keyOf([]);
      for (const path of clusterPaths()) {
        const at = (id: string) => path.replace(cluster, id);
        expect(await readError(at('nonsense'))).to.eql([400, 'INVALID_CLUSTER_ID']);
        expect(await readError(at(foreign))).to.eql([404, 'CLUSTER_NOT_FOUND']);
        expect(await readError(at(foreign), none)).to.eql([404, 'CLUSTER_NOT_FOUND']);
        expect(await readError(path, none)).to.eql([403, 'CLUSTER_ACCESS_DENIED']);
      }
    });

    it('is 422 before any of these, and 400 before that', async () => {
      const none = await history.keyOf([]);
      const backwards = { start: window.end, end: window.start };
      for (const path of clusterPaths()) {
        expect(await readError(path, none, backwards)).to.eql([422, 'VALIDATION_ERROR']);
        const unknown = { ...backwards, colour: 'red' };
        expect(await readError(path, none, unknown)).to.eql([400, 'BAD_REQUEST']);
      }
    });

    it('reads nothing of another organization', async () => {
      await history.spend('cluster_days', cluster, '2026-07-01', billBits);
      const other = await history.app.createOrganization(`other ${crypto.randomUUID()}`);
      const key = await history.keyOf([cluster], undefined, other);
      expect(await total(organizationPath, {}, key)).to.eql([]);
    });
  });
});
