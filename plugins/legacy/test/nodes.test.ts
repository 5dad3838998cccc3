import { expect } from 'chai';
import {
  bootOlderApplication,
  gib,
  type OlderApplication,
  unpriced,
} from './legacy-application.ts';

describe('legacy routes: nodes and node groups', () => {
  let older: OlderApplication;
  let alpha: string;
  let beta: string;

  before(async () => {
    older = await bootOlderApplication();
  });
  after(() => older.app.stop());
  beforeEach(async () => {
    alpha = await older.cluster('alpha');
    beta = await older.cluster('beta');
  });
  afterEach(() => older.clear());

  const field = (rows: Record<string, unknown>[], name: string) => rows.map((row) => row[name]);

  describe('GET /v1/nodes', () => {
    it('is a flat row per node, with a total', async () => {
      const uid = await older.node(alpha, 'one', {
        instance_type: 'm5.xlarge',
        node_group: 'general',
        availability_zone: 'eu-west-1a',
        is_spot: true,
        is_ready: false,
        pods: 7,
        compute_cpu_hourly: '0.100049',
      });
      expect(await older.read('/v1/nodes')).to.eql({
        nodes: [
          {
            id: uid,
            node_uid: uid,
            cluster_id: alpha,
            cluster_name: 'alpha',
            node_name: 'one',
            instance_type: 'm5.xlarge',
            node_group: 'general',
            availability_zone: 'eu-west-1a',
            is_ready: false,
            is_schedulable: true,
            cpu_capacity: 4,
            cpu_allocatable: 3.92,
            memory_capacity_gb: 16,
            memory_allocatable_gb: 15,
            pods_capacity: null,
            pods_allocatable: 110,
            hourly_cost: '0.3500',
            spot_instance: true,
            pod_count: 7,
            monthly_cost: '255.5358',
          },
        ],
        total: 1,
      });
    });

    it('is paged in a stable order, unknown costs last, without deleted nodes', async () => {
      await older.node(alpha, 'unknown', unpriced);
      for (const cost of ['1', '3', '2']) {
        await older.node(cost === '3' ? beta : alpha, `costs ${cost}`, {
          compute_cpu_hourly: cost,
        });
      }
      await older.node(alpha, 'gone', { gone_at: '2026-07-15T00:00:00Z' });
      const first = await older.read('/v1/nodes?limit=3');
      const rest = await older.read('/v1/nodes?limit=3&offset=3');
      expect(field(first.nodes, 'node_name')).to.eql(['costs 3', 'costs 2', 'costs 1']);
      expect(field(rest.nodes, 'node_name')).to.eql(['unknown']);
      expect(field(rest.nodes, 'hourly_cost')).to.eql([null]);
      expect([first.total, rest.total]).to.eql([4, 4]);
    });

    it('filters by cluster and node group', async () => {
      await older.node(alpha, 'a', { node_group: 'x' });
      await older.node(alpha, 'b', { node_group: 'y' });
      await older.node(beta, 'c', { node_group: 'x' });
      const filtered = async (query: string) => {
        const { nodes, total } = await older.read(`/v1/nodes?${query}`);
        expect(total).to.equal(nodes.length);
        return field(nodes, 'node_name').sort();
      };
      expect(await filtered('node_group=x')).to.eql(['a', 'c']);
      expect(await filtered(`node_group=x&cluster_id=${alpha}`)).to.eql(['a']);
      expect(await filtered(`cluster_id=${beta}`)).to.eql(['c']);
      expect(await filtered('node_group=z')).to.eql([]);
    });
  });

  const pool = 'pool a/b é';
  const insertPool = async () => {
    await older.node(alpha, 'dear', {
      node_group: pool,
      instance_type: 'm5.large',
      is_spot: true,
      cpu_used_cores: '1.96',
      memory_used_bytes: 3 * gib,
    });
    await older.node(alpha, 'cheap', {
      node_group: pool,
      instance_type: 'c5.large',
      compute_cpu_hourly: '0.1',
    });
    await older.node(alpha, 'third', {
      node_group: pool,
      instance_type: 'm5.large',
      ...unpriced,
    });
  };
  const poolRow = () => ({
    id: `ng-${alpha}-${pool}`,
    name: pool,
    cluster_id: alpha,
    cluster_name: 'alpha',
    node_count: 3,
    instance_type: 'm5.large',
    total_cpu_cores: 12,
    total_memory_gb: 48,
    spot_percentage: 33.33,
    hourly_cost: '1.3500',
  });

  describe('GET /v1/node-groups', () => {
    it('sums the nodes of each group, most expensive first, paged', async () => {
      await insertPool();
      await older.node(beta, 'alone', { node_group: pool });
      await older.node(beta, 'unknown', { node_group: 'unknown', ...unpriced });
      await older.node(beta, 'in no group');
      const all = await older.read('/v1/node-groups');
      expect(all.total).to.equal(3);
      expect(all.node_groups[0]).to.eql(poolRow());
      expect(field(all.node_groups, 'hourly_cost')).to.eql(['1.3500', '1.0000', null]);
      const part = await older.read('/v1/node-groups?limit=1&offset=1');
      expect(part).to.eql({ node_groups: [all.node_groups[1]], total: 3 });
      const one = await older.read(`/v1/node-groups?cluster_id=${alpha}`);
      expect(one).to.eql({ node_groups: [poolRow()], total: 1 });
    });
  });

  describe('GET /v1/node-groups/{group_name}/details', () => {
    const path = (name: string, cluster: string) =>
      `/v1/node-groups/${encodeURIComponent(name)}/details?cluster_id=${cluster}`;

    it('has the utilization over reporting nodes, and the nodes', async () => {
      await insertPool();
      const { nodes, ...group } = await older.read(path(pool, alpha));
      expect(group).to.eql({
        ...poolRow(),
        avg_cpu_utilization: 50,
        avg_memory_utilization: 20,
      });
      expect(field(nodes, 'node_name')).to.eql(['dear', 'cheap', 'third']);
      expect(nodes[0]).to.eql((await older.read('/v1/nodes')).nodes[0]);
    });

    it('has no utilization without metrics', async () => {
      await older.node(alpha, 'one', { node_group: 'quiet' });
      const group = await older.read(path('quiet', alpha));
      expect([group.avg_cpu_utilization, group.avg_memory_utilization]).to.eql([null, null]);
    });

    it('caps the sums of bytes', async () => {
      const most = '9223372036854775807';
      for (const name of ['one', 'two']) {
        await older.node(alpha, name, {
          node_group: 'general',
          memory_used_bytes: most,
          memory_allocatable_bytes: most,
        });
      }
      const { node_groups: groups } = await older.read('/v1/node-groups');
      expect(groups).to.have.length(1);
    });

    it('is 404 where the cluster has no node of it', async () => {
      await insertPool();
      await older.node(beta, 'gone', { node_group: 'gone', gone_at: '2026-07-15T00:00:00Z' });
      for (const name of [pool, 'gone', 'nowhere']) {
        const { status, body } = await older.get(path(name, beta));
        expect([status, body]).to.eql([404, { detail: 'Node group not found' }]);
      }
    });
  });
});
