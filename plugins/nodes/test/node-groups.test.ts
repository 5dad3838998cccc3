import { listRefusals } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { bootFleet, type Fleet } from './fleet.ts';
import { gib, unpriced } from './node-rows.ts';

describe('node groups', () => {
  let fleet: Fleet;
  let cluster: string;

  before(async () => {
    fleet = await bootFleet();
    cluster = await fleet.insertCluster('production');
  });
  after(() => fleet.app.stop());
  afterEach(() => fleet.app.sql('delete from nodes'));

  const eur = (amount: string) => ({ amount, currency: 'EUR' });
  const member = (own: Record<string, unknown> = {}) =>
    fleet.insertNode(cluster, { node_group: 'general', ...own });
  const list = async (query = '', key = fleet.key) => {
    const response = await fleet.app.get(`/v1/node-groups${query}`, key);
    expect(response.status, response.text).to.equal(200);
    return response.body;
  };
  const get = (name: string, key = fleet.key) =>
    fleet.app.get(`/v1/clusters/${cluster}/node-groups/${name}`, key);
  const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

  describe('GET /v1/clusters/{cluster_id}/node-groups/{name}', () => {
    it('sums its nodes, and is the same in every list', async () => {
      await member({
        instance_type: 'm5.large',
        availability_zone: 'eu-west-1b',
        is_spot: true,
        created_at_k8s: '2026-07-02T10:00:00Z',
        cpu_used_cores: '0.98',
        memory_used_bytes: 3 * gib,
        pods: 10,
        workloads_hourly: '0.25',
        on_demand_equivalent_hourly: '2.75',
        cost_updated_at: '2026-07-15T19:32:10Z',
      });
      await member({
        instance_type: 'm5.large',
        availability_zone: 'eu-west-1a',
        created_at_k8s: '2026-07-01T10:00:00Z',
        pods: 4,
        compute_cpu_hourly: '1.75001',
        cost_updated_at: '2026-07-15T19:32:40Z',
      });
      await member({ instance_type: 'm4.large', is_ready: false, compute_cpu_hourly: '0' });
      await member({ gone_at: '2026-07-15T19:00:00Z' });
      await fleet.insertNode(cluster, { node_group: 'other' });
      await fleet.insertNode(cluster);

      const { status, body } = await get('general');
      const everywhere = await list();
      const within = await fleet.app.get(`/v1/clusters/${cluster}/node-groups`, fleet.key);

      expect(status).to.equal(200);
      expect(body.data).to.eql({
        id: `ng-${cluster}-general`,
        kind: 'NodeGroup',
        metadata: {
          name: 'general',
          cluster: { id: cluster, name: 'production' },
          instance_types: ['m4.large', 'm5.large'],
          zones: ['eu-west-1a', 'eu-west-1b'],
          spot_count: 1,
          ondemand_count: 2,
          spot_percentage: 33.33,
          oldest_node_created_at_k8s: '2026-07-01T10:00:00Z',
          status: 'degraded',
        },
        capacity: {
          cpu: { total_cores: 12, allocatable_cores: 11.76 },
          memory: { total_bytes: 48 * gib, allocatable_bytes: 45 * gib },
        },
        utilization: {
          cpu: { used_cores: 0.98, utilization_percent: 25 },
          memory: { used_bytes: 3 * gib, utilization_percent: 20 },
          counts: { nodes: 3, ready_nodes: 2, pods: 14 },
        },
        cost: {
          current_run_rate_hourly: eur('3.2500'),
          components: {
            'compute.cpu': eur('2.5000'),
            'compute.ram': eur('0.7500'),
          },
          unallocated: eur('3.0000'),
          basis: 'legacy',
          partial: false,
          last_updated_at: '2026-07-15T19:32:40Z',
          spot_savings_vs_ondemand_hourly: eur('1.7500'),
        },
      });
      expect(body.meta).to.not.have.any.keys('pagination', 'cost_mode');
      expect(everywhere.data[0]).to.eql(body.data);
      expect(within.body.data).to.eql(everywhere.data);
      expect(ids(everywhere)).to.eql([`ng-${cluster}-general`, `ng-${cluster}-other`]);
    });

    it('lists at most 256 zones, whatever a report says', async () => {
      for (let nth = 0; nth < 300; nth += 1) {
        await member({ ...unpriced, availability_zone: `zone-${1000 + nth}` });
      }

      const { body } = await get('general');

      expect(body.data.metadata.zones).to.have.length(256);
      expect(body.data.metadata.zones.at(-1)).to.equal('zone-1255');
    });

    it('omits values that no member has', async () => {
      await member({ ...unpriced, is_spot: true });
      await member(unpriced);

      const { body } = await get('general');

      expect(body.data.metadata).to.include({ spot_percentage: 50, status: 'healthy' });
      expect(body.data.metadata).to.not.have.property('oldest_node_created_at_k8s');
      expect(body.data.metadata).to.deep.include({ instance_types: [], zones: [] });
      expect(body.data.utilization).to.eql({
        cpu: {},
        memory: {},
        counts: { nodes: 2, ready_nodes: 2, pods: 0 },
      });
      expect(body.data.cost).to.eql({
        components: {},
        basis: 'legacy',
        partial: true,
        last_updated_at: '2026-07-15T19:32:30Z',
      });
    });

    it('sums the known prices of members, and is partial', async () => {
      await member({ workloads_hourly: '0.4' });
      await member({ ...unpriced, is_spot: true });
      await member({ is_spot: true, on_demand_equivalent_hourly: null });
      await member({ is_spot: true, on_demand_equivalent_hourly: '0.9' });

      const { body } = await get('general');

      expect(body.data.cost).to.deep.include({
        current_run_rate_hourly: eur('3.0000'),
        unallocated: eur('2.6000'),
        partial: true,
        spot_savings_vs_ondemand_hourly: eur('-0.1000'),
      });
    });

    it('has savings of 0 without spot nodes, whatever their prices', async () => {
      await member({ on_demand_equivalent_hourly: '5' });
      await member(unpriced);
      const { body } = await get('general');
      expect(body.data.cost.spot_savings_vs_ondemand_hourly).to.eql(eur('0.0000'));
      expect(body.data.metadata).to.include({ spot_count: 0, spot_percentage: 0 });
    });

    it('says 0 percent where members that report use can allocate nothing', async () => {
      await member({
        cpu_allocatable_cores: '0',
        memory_allocatable_bytes: 0,
        cpu_used_cores: '1',
        memory_used_bytes: 1,
      });
      await member();
      const { cpu, memory } = (await get('general')).body.data.utilization;
      expect(cpu).to.eql({ used_cores: 1, utilization_percent: 0 });
      expect(memory).to.eql({ used_bytes: 1, utilization_percent: 0 });
    });

    it('adds up the largest figures that reports may hold', async () => {
      const most = '9223372036854775807';
      const largest = { memory_total_bytes: most, memory_used_bytes: most };
      await member(largest);
      await member(largest);
      const { status, body } = await get('general');
      expect(status).to.equal(200);
      expect(body.data.capacity.memory.total_bytes).to.equal(2 ** 63);
    });

    for (const [name, ...asSent] of [
      ['plain', 'plain'],
      ['a:b', 'a:b', 'a%3Ab'],
      ['a,b', 'a,b', 'a%2Cb'],
      ['a b', 'a%20b'],
      ['a+b', 'a+b', 'a%2Bb'],
      ['a/b/c', 'a/b/c', 'a%2Fb%2Fc', 'a/b%2Fc'],
      ['arn:aws:eks:eu-west-1:1:nodegroup/x/y', 'arn:aws:eks:eu-west-1:1:nodegroup/x/y'],
      ['100%', '100%25'],
      ['größe "β" 日本', encodeURIComponent('größe "β" 日本')],
      [`'; drop table nodes; --`, encodeURIComponent(`'; drop table nodes; --`)],
      ['cost-trend', 'cost-trend'],
      ['x'.repeat(1024), 'x'.repeat(1024)],
    ] as [string, ...string[]][]) {
      for (const sent of asSent) {
        it(`finds the group "${name.slice(0, 40)}" by ${sent.slice(0, 40)}`, async () => {
          await member({ node_group: name });
          await member({ node_group: `${name}x` });
          const { status, body } = await get(sent);
          expect(status).to.equal(200);
          expect(body.data.id).to.equal(`ng-${cluster}-${name}`);
          expect(body.data.utilization.counts.nodes).to.equal(1);
        });
      }
    }

    it('answers 404 to a group that is unknown, gone or of another cluster', async () => {
      const elsewhere = await fleet.insertCluster('elsewhere');
      await fleet.insertNode(elsewhere, { node_group: 'there' });
      await member({ node_group: 'gone', gone_at: '2026-07-15T19:00:00Z' });
      await member();
      for (const name of ['unknown', 'gone', 'there', 'General', 'gener%25']) {
        const { status, body } = await get(name);
        expect([status, body.error.code]).to.eql([404, 'NODE_GROUP_NOT_FOUND']);
        expect(body.error.details).to.eql([{ field: 'name', reason: 'not_found' }]);
      }
    });

    it('answers 400 to a name that is empty, too long or no text', async () => {
      await fleet.insertNode(cluster, { node_group: '' });
      for (const name of ['', 'x'.repeat(1025), '%00', '%E0%A4%A']) {
        const { status, body } = await get(name);
        expect([status, body.error.code]).to.eql([400, 'BAD_REQUEST']);
      }
    });
  });

  describe('GET /v1/node-groups', () => {
    it('sorts by run rate as it is shown, ties by id, without a price last', async () => {
      const second = await fleet.insertCluster('second');
      const [low = '', high = ''] = [cluster, second].sort();
      const cost = (amount: string) => ({ compute_cpu_hourly: amount, compute_ram_hourly: '0' });
      await fleet.insertNode(low, { node_group: 'unknown', ...unpriced });
      await fleet.insertNode(low, { node_group: 'free', ...cost('0') });
      await fleet.insertNode(low, { node_group: 'b', ...cost('1.00004') });
      await fleet.insertNode(low, { node_group: 'a', ...cost('1') });
      await fleet.insertNode(low, { node_group: 'Z', ...cost('1.00001') });
      await fleet.insertNode(high, { node_group: 'a', ...cost('0.5') });
      await fleet.insertNode(high, { node_group: 'a', ...cost('0.5') });
      await fleet.insertNode(high, { node_group: 'dear', ...cost('0.9') });
      await fleet.insertNode(high, { node_group: 'dear', ...cost('0.9') });

      expect(ids(await list())).to.eql([
        `ng-${high}-dear`,
        `ng-${low}-Z`,
        `ng-${low}-a`,
        `ng-${low}-b`,
        `ng-${high}-a`,
        `ng-${low}-free`,
        `ng-${low}-unknown`,
      ]);
    });

    it('shows all of hundreds of groups at once', async () => {
      await member();
      await fleet.app.sql(
        `insert into nodes (organization_id, cluster_id, uid, name, node_group, is_spot, is_ready,
           is_schedulable, last_seen_at, cpu_total_cores, cpu_allocatable_cores,
           memory_total_bytes, memory_allocatable_bytes, gpu_total, gpu_allocatable,
           ephemeral_storage_total_bytes, pods_allocatable, compute_cpu_hourly, pricing_source,
           cost_updated_at)
         select $1, $2, gen_random_uuid(), 'node', 'group ' || n % 600, false, true, true, now(),
           4, 4, 1, 1, 0, 0, 0, 110, n, 'custom', now()
         from generate_series(1, 1800) as n`,
        [fleet.organization, cluster],
      );
      const { data } = await list('?limit=1');
      expect(data).to.have.length(601);
      expect(new Set(ids({ data }))).to.have.length(601);
      expect(data[0].id).to.equal(`ng-${cluster}-group 0`);
      expect(data[0].cost.current_run_rate_hourly).to.eql(eur('3600.0000'));
    });

    it('shows the clusters of the key and the filter, and silently omits others', async () => {
      const staging = await fleet.insertCluster('staging');
      const other = await fleet.app.createOrganization(`other ${crypto.randomUUID()}`);
      const theirs = await fleet.insertCluster('theirs', other);
      await fleet.insertNode(theirs, { organization_id: other, node_group: 'theirs' });
      await member();
      await fleet.insertNode(staging, { node_group: 'general' });
      const only = await fleet.createKey([staging]);
      const [mine, staged] = [`ng-${cluster}-general`, `ng-${staging}-general`];

      expect(ids(await list())).to.have.members([mine, staged]);
      expect(ids(await list(`?cluster_id=${cluster.toUpperCase()}`))).to.eql([mine]);
      expect(ids(await list(`?cluster_id=${theirs}`))).to.eql([]);
      expect(ids(await list('', only))).to.eql([staged]);
      expect(ids(await list(`?cluster_id=${cluster},${staging}`, only))).to.eql([staged]);
      expect(ids(await list(`?cluster_id=${cluster}`, only))).to.eql([]);
      expect(ids(await list('', await fleet.createKey([])))).to.eql([]);
      expect(ids(await list('', await fleet.createKey(null, other)))).to.eql([
        `ng-${theirs}-theirs`,
      ]);
    });

    it('echoes the basis, which does not change the amount', async () => {
      await member();
      const { data, meta } = await list('?basis=all');
      expect([meta.basis, data[0].cost.basis, data[0].cost.partial]).to.eql(['all', 'all', true]);
      expect(data[0].cost.current_run_rate_hourly).to.eql(eur('1.0000'));
    });

    it('accepts hundreds of clusters in a filter', async () => {
      await member();
      const many = Array.from({ length: 400 }, () => crypto.randomUUID()).join(',');
      expect(ids(await list(`?cluster_id=${many},${cluster}`))).to.have.length(1);
    });
  });

  describe('parameters', () => {
    const shared = { isPaged: false, costMode: 'rejects', hasBasis: true } as const;
    const clusterCase = {
      cluster_id: { bad: ['nonsense', '*'], code: 'BAD_REQUEST', isCsv: true },
    } as const;
    const paths = {
      '/v1/node-groups': listRefusals({ parameters: clusterCase, ...shared }),
      '/v1/clusters/{cluster_id}/node-groups': listRefusals(shared),
      '/v1/clusters/{cluster_id}/node-groups/{name}': [
        ...listRefusals(shared),
        ...['limit', 'cursor', 'include_total'].map((field) => ({
          query: `${field}=1`,
          status: 400,
          code: 'BAD_REQUEST',
          detail: { field, reason: 'unknown_filter_key' },
        })),
      ],
    };
    for (const [path, refusals] of Object.entries(paths)) {
      for (const { query, status, code, detail } of refusals) {
        it(`${path} answers ${status} ${code} to ?${query}`, async () => {
          const url = path.replace('{cluster_id}', cluster).replace('{name}', 'general');
          const response = await fleet.app.get(`${url}?${query}`, fleet.key);
          expect([response.status, response.body.error.code]).to.eql([status, code]);
          expect(response.body.error.details[0]).to.deep.include(detail);
        });
      }
    }

    for (const query of [
      'limit=100',
      'limit=ten',
      'limit=0&limit=',
      'cursor=nonsense',
      'cursor=',
      'include_total=true',
      'include_total=maybe&limit=9999&cursor=%00',
    ]) {
      it(`the lists ignore ?${query}`, async () => {
        await member();
        const everywhere = await list(`?${query}`);
        const path = `/v1/clusters/${cluster}/node-groups?${query}`;
        const within = await fleet.app.get(path, fleet.key);
        expect(within.status).to.equal(200);
        expect(within.body.data).to.have.length(1);
        expect(everywhere.data).to.eql(within.body.data);
        expect(everywhere.meta).to.not.have.property('pagination');
      });
    }

    it('are not offered by the document where they are ignored', () => {
      const { parameters } = fleet.app.document.paths['/v1/node-groups']!.get as {
        parameters: { name: string }[];
      };
      expect(parameters.map(({ name }) => name)).to.eql(['cluster_id', 'basis']);
    });
  });

  describe('clusters of a path', () => {
    for (const path of ['node-groups', 'node-groups/general']) {
      it(`${path}: 400, 404 and 403 when malformed, foreign or not allowed`, async () => {
        await member();
        const other = await fleet.app.createOrganization(`other ${crypto.randomUUID()}`);
        const foreign = await fleet.insertCluster('foreign', other);
        const readCode = async (id: string, key = fleet.key) => {
          const { status, body } = await fleet.app.get(`/v1/clusters/${id}/${path}`, key);
          return [status, body.error?.code, body.error?.details[0].cluster_id];
        };

        expect(await readCode('nonsense')).to.eql([400, 'INVALID_CLUSTER_ID', undefined]);
        expect(await readCode(foreign)).to.eql([404, 'CLUSTER_NOT_FOUND', undefined]);
        expect(await readCode(cluster, await fleet.createKey([foreign]))).to.eql([
          403,
          'CLUSTER_ACCESS_DENIED',
          cluster,
        ]);
        expect(await readCode(cluster, await fleet.createKey([cluster]))).to.eql([
          200,
          undefined,
          undefined,
        ]);
      });
    }

    it('a cluster without groups has an empty list', async () => {
      await fleet.insertNode(cluster);
      const { body } = await fleet.app.get(`/v1/clusters/${cluster}/node-groups`, fleet.key);
      expect(body.data).to.eql([]);
    });
  });
});
