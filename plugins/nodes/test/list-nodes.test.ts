import { listRefusals, walkPages } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { bootFleet, type Fleet } from './fleet.ts';
import { unpriced } from './node-rows.ts';

const code = 'VALIDATION_ERROR' as const;
const filterCases = {
  node_group: { bad: ['x'.repeat(1025), '\0'], code: 'BAD_REQUEST', isCsv: true },
  instance_type: { bad: ['x'.repeat(254), '\0'], code: 'BAD_REQUEST', isCsv: true },
  zone: { bad: ['x'.repeat(254), '\0'], code: 'BAD_REQUEST', isCsv: true },
  is_spot: { bad: ['yes', '1', 'True'], code, allowed: ['true', 'false'] },
  is_ready: { bad: ['no', '0', 'FALSE'], code, allowed: ['true', 'false'] },
  architecture: { bad: ['AMD64', 'x86', 's390x'], code, allowed: ['amd64', 'arm64'], isCsv: true },
  capacity_type: {
    bad: ['Spot', 'on_demand', 'preemptible'],
    code,
    allowed: ['on-demand', 'spot', 'reserved', 'karpenter'],
    isCsv: true,
  },
} as const;
const clusterCase = {
  cluster_id: { bad: ['nonsense', '*'], code: 'INVALID_CLUSTER_ID', isCsv: true },
} as const;

interface Listed {
  readonly id: string;
  readonly metadata: { readonly name: string; readonly cluster: { readonly id: string } };
}

describe('lists of nodes', () => {
  let fleet: Fleet;
  let cluster: string;

  before(async () => {
    fleet = await bootFleet();
    cluster = await fleet.insertCluster('production');
  });
  after(() => fleet.app.stop());
  afterEach(() => fleet.app.sql('delete from nodes'));

  const list = async (query: string, key = fleet.key) => {
    const response = await fleet.app.get(`/v1/nodes?${query}`, key);
    expect(response.status, response.text).to.equal(200);
    return response.body;
  };
  const names = (body: { data: Listed[] }) => body.data.map(({ metadata }) => metadata.name);

  describe('GET /v1/nodes', () => {
    it('lists nodes by run rate as it is shown, ties by uid, without a price last', async () => {
      const uid = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
      const cost = (amount: string) => ({ compute_cpu_hourly: amount, compute_ram_hourly: '0' });
      await fleet.insertNode(cluster, { name: 'unknown', uid: uid(0), ...unpriced });
      await fleet.insertNode(cluster, { name: 'free', ...cost('0') });
      await fleet.insertNode(cluster, { name: 'third', uid: uid(3), ...cost('1.00001') });
      await fleet.insertNode(cluster, { name: 'dear', uid: uid(4), ...cost('1.0001') });
      await fleet.insertNode(cluster, { name: 'second', uid: uid(2), ...cost('1.00004') });

      const body = await list('');

      expect(names(body)).to.eql(['dear', 'second', 'third', 'free', 'unknown']);
      expect(body.meta.pagination).to.eql({
        has_more: false,
        limit: 100,
        ordered_at: body.meta.applied_at,
      });
      expect(body.meta).to.not.have.property('cost_mode');
    });

    it('shows a uid of two clusters once per cluster', async () => {
      const uid = await fleet.insertNode(cluster);
      const restored = await fleet.insertCluster('restored');
      await fleet.insertNode(restored, { uid });

      const { data } = await list('');

      expect(data.map(({ id }: Listed) => id)).to.eql([uid, uid]);
      expect(data.map(({ metadata }: Listed) => metadata.cluster.id)).to.eql(
        [cluster, restored].sort(),
      );
    });

    it('has the same order and amounts with both bases', async () => {
      await fleet.insertNode(cluster, { name: 'b' });
      await fleet.insertNode(cluster, { name: 'a', compute_cpu_hourly: '2' });

      const legacy = await list('basis=legacy');
      const all = await list('basis=all');

      expect([legacy.meta.basis, all.meta.basis]).to.eql(['legacy', 'all']);
      expect(names(legacy)).to.eql(['a', 'b']);
      expect(names(all)).to.eql(['a', 'b']);
      expect(all.data[0].cost.current_run_rate_hourly).to.eql(
        legacy.data[0].cost.current_run_rate_hourly,
      );
      expect([legacy.data[0].cost.basis, legacy.data[0].cost.partial]).to.eql(['legacy', false]);
      expect([all.data[0].cost.basis, all.data[0].cost.partial]).to.eql(['all', true]);
    });

    it('omits deleted nodes, and those of another organization', async () => {
      await fleet.insertNode(cluster, { name: 'here' });
      await fleet.insertNode(cluster, { name: 'gone', gone_at: '2026-07-15T19:00:00Z' });
      const other = await fleet.app.createOrganization(`other ${crypto.randomUUID()}`);
      const theirs = await fleet.insertCluster('theirs', other);
      await fleet.insertNode(theirs, { name: 'theirs', organization_id: other });

      expect(names(await list('include_total=true'))).to.eql(['here']);
      expect(names(await list(`cluster_id=${theirs}`))).to.eql([]);
      expect(names(await list('', await fleet.createKey(null, other)))).to.eql(['theirs']);
    });
  });

  describe('filters', () => {
    const arm = {
      name: 'arm',
      node_group: 'a group: 50%, "x"',
      instance_type: 'm7g.large',
      availability_zone: 'eu-west-1a',
      architecture: 'arm64',
      capacity_type: 'spot',
      is_spot: true,
    };
    const intel = {
      name: 'intel',
      node_group: 'größe/β',
      instance_type: 'm7i.large',
      availability_zone: 'eu-west-1b',
      architecture: 'amd64',
      capacity_type: 'reserved',
      is_ready: false,
    };
    const odd = { name: 'odd', architecture: 's390x', capacity_type: 'karpenter' };
    beforeEach(async () => {
      for (const row of [arm, intel, odd]) await fleet.insertNode(cluster, row);
    });

    const cases: [filters: Record<string, string>, expected: string[]][] = [
      [{ node_group: 'größe/β' }, ['intel']],
      [{ node_group: 'GRÖSSE/Β' }, []],
      [{ node_group: '%' }, []],
      [{ node_group: `x' or 1=1 --` }, []],
      [{ node_group: 'x'.repeat(1024) }, []],
      [{ instance_type: 'm7g.large,m7i.large' }, ['arm', 'intel']],
      [{ instance_type: 'm7' }, []],
      [{ zone: 'eu-west-1a' }, ['arm']],
      [{ is_spot: 'true' }, ['arm']],
      [{ is_spot: 'false' }, ['intel', 'odd']],
      [{ is_ready: 'false' }, ['intel']],
      [{ is_ready: 'true' }, ['arm', 'odd']],
      [{ architecture: 'amd64' }, ['intel']],
      [{ architecture: 'amd64,arm64' }, ['arm', 'intel']],
      [{ capacity_type: 'on-demand' }, []],
      [{ capacity_type: 'spot,karpenter' }, ['arm', 'odd']],
      [{ architecture: 'arm64', is_spot: 'true' }, ['arm']],
      [{ architecture: 'arm64', is_spot: 'false' }, []],
      [{ zone: 'eu-west-1a,eu-west-1b', is_ready: 'false' }, ['intel']],
    ];
    for (const [filters, expected] of cases) {
      const query = String(new URLSearchParams(filters));
      it(`shows ${expected.join(', ') || 'nothing'} for ?${query.slice(0, 80)}`, async () => {
        const everywhere = await list(`${query}&include_total=true`);
        const within = await fleet.app.get(`/v1/clusters/${cluster}/nodes?${query}`, fleet.key);
        expect(names(everywhere).sort()).to.eql(expected);
        expect(everywhere.meta.pagination.total_count).to.equal(expected.length);
        expect(names(within.body).sort()).to.eql(expected);
      });
    }

    it('splits a name at a comma, and finds neither half', async () => {
      const { data } = await list(`node_group=${encodeURIComponent(arm.node_group)}`);
      expect(data).to.eql([]);
    });

    it('accepts hundreds of clusters, and refuses a URL that is too long for more', async () => {
      const ids = (count: number) =>
        Array.from({ length: count }, () => crypto.randomUUID()).join(',');
      expect((await list(`cluster_id=${ids(400)}`)).data).to.eql([]);
      expect((await list(`cluster_id=${ids(400)},${cluster}`)).data).to.have.length(3);
      const { status, body } = await fleet.app.get(`/v1/nodes?cluster_id=${ids(1000)}`, fleet.key);
      expect([status, body.error.code]).to.eql([414, 'BAD_REQUEST']);
    });
  });

  describe('refusals', () => {
    const parameters = { ...filterCases, ...clusterCase };
    const shared = { isPaged: true, costMode: 'rejects', hasBasis: true } as const;
    const own = listRefusals({ parameters, ...shared });
    for (const { query, status, code, detail } of own) {
      it(`GET /v1/nodes answers ${status} ${code} to ?${query.slice(0, 60)}`, async () => {
        const response = await fleet.app.get(`/v1/nodes?${query}`, fleet.key);
        expect([response.status, response.body.error.code]).to.eql([status, code]);
        expect(response.body.error.details[0]).to.deep.include(detail);
      });
    }
    const inCluster = listRefusals({ parameters: filterCases, ...shared });
    for (const { query, status, code, detail } of inCluster) {
      it(`GET /v1/clusters/{cluster_id}/nodes answers ${status} to ?${query.slice(0, 60)}`, async () => {
        const response = await fleet.app.get(`/v1/clusters/${cluster}/nodes?${query}`, fleet.key);
        expect([response.status, response.body.error.code]).to.eql([status, code]);
        expect(response.body.error.details[0]).to.deep.include(detail);
      });
    }

    it('GET /v1/clusters/{cluster_id}/nodes takes no cluster_id in the query', async () => {
      const path = `/v1/clusters/${cluster}/nodes?cluster_id=${cluster}`;
      const { status, body } = await fleet.app.get(path, fleet.key);
      expect(status).to.equal(400);
      expect(body.error.details[0]).to.deep.include({
        field: 'cluster_id',
        reason: 'unknown_filter_key',
      });
    });
  });

  describe('the clusters of a key', () => {
    it('shows those of its allow-list, and silently ignores others in a filter', async () => {
      const staging = await fleet.insertCluster('staging');
      await fleet.insertNode(cluster, { name: 'in production' });
      await fleet.insertNode(staging, { name: 'in staging' });
      const only = await fleet.createKey([staging]);
      const none = await fleet.createKey([]);

      expect(names(await list('', only))).to.eql(['in staging']);
      expect(names(await list(`cluster_id=${cluster},${staging}`, only))).to.eql(['in staging']);
      expect(names(await list(`cluster_id=${cluster}`, only))).to.eql([]);
      expect(names(await list(`cluster_id=${cluster}`))).to.eql(['in production']);
      const empty = await list('include_total=true', none);
      expect(empty.data).to.eql([]);
      expect(empty.meta.pagination).to.eql({
        has_more: false,
        limit: 100,
        ordered_at: empty.meta.applied_at,
        total_count: 0,
      });
    });

    it('answers 400, 404 and 403 for a path cluster: malformed, foreign, not allowed', async () => {
      const other = await fleet.app.createOrganization(`other ${crypto.randomUUID()}`);
      const foreign = await fleet.insertCluster('foreign', other);
      const get = async (id: string, key = fleet.key) => {
        const { status, body } = await fleet.app.get(`/v1/clusters/${id}/nodes`, key);
        return [status, body.error.code, body.error.details[0].cluster_id];
      };

      expect(await get('nonsense')).to.eql([400, 'INVALID_CLUSTER_ID', undefined]);
      expect(await get(foreign)).to.eql([404, 'CLUSTER_NOT_FOUND', undefined]);
      expect(await get(cluster, await fleet.createKey([]))).to.eql([
        403,
        'CLUSTER_ACCESS_DENIED',
        cluster,
      ]);
    });

    it('needs the scope nodes:read', async () => {
      const key = await fleet.app.createKey(fleet.organization, { scopes: ['clusters:read'] });
      const { status, body } = await fleet.app.get('/v1/nodes', key);
      expect(status).to.equal(403);
      expect(body.error.details[0]).to.deep.include({ required: 'nodes:read' });
    });
  });

  describe('walks', () => {
    let clusters: string[];
    let keys: Record<string, string>;
    const rows = 240;

    before(async () => {
      const inserted = await fleet.app.sql<{ id: string }>(
        `insert into clusters (organization_id, name)
         select $1, 'walked ' || n from generate_series(1, 40) as n returning id`,
        [fleet.organization],
      );
      clusters = inserted.map(({ id }) => id);
      keys = {
        'every cluster': fleet.key,
        'forty clusters': await fleet.createKey(clusters),
        'three clusters': await fleet.createKey(clusters.slice(0, 3)),
      };
    });
    beforeEach(async () => {
      // Every amount is that of dozens of nodes, a third of the uids are in two or three clusters,
      // and every ninth node has no price.
      await fleet.app.sql(
        `insert into nodes (organization_id, cluster_id, uid, name, is_spot, is_ready,
           is_schedulable, last_seen_at, cpu_total_cores, cpu_allocatable_cores,
           memory_total_bytes, memory_allocatable_bytes, gpu_total, gpu_allocatable,
           ephemeral_storage_total_bytes, pods_allocatable, compute_cpu_hourly, pricing_source,
           cost_updated_at)
         select $1, ($2::uuid[])[1 + n % 40], md5((n % 110)::text)::uuid, 'walked ' || n,
           n % 2 = 0, true, true, now(), 4, 4, 1, 1, 0, 0, 0, 110,
           case when n % 9 > 0 then n % 5 end, 'custom', now()
         from generate_series(1, ${rows}) as n`,
        [fleet.organization, clusters],
      );
    });

    const expectedOrder = async (of: readonly string[], condition = 'true') => {
      const found = await fleet.app.sql<{ uid: string; cluster_id: string }>(
        `select uid, cluster_id from nodes where cluster_id = any ($1) and ${condition}
         order by run_rate_legacy_hourly desc nulls last, uid, cluster_id`,
        [of],
      );
      return found.map(({ uid, cluster_id }) => `${uid} ${cluster_id}`);
    };
    const walk = async (path: string, key: string, limit: number) =>
      ((await walkPages(fleet.app, path, key, limit)) as unknown as Listed[]).map(
        ({ id, metadata }) => `${id} ${metadata.cluster.id}`,
      );

    for (const limit of [1, 7, 100, 500]) {
      for (const view of ['every cluster', 'forty clusters', 'three clusters']) {
        it(`meets every node of ${view} once, in order, in pages of ${limit}`, async () => {
          const of = view === 'three clusters' ? clusters.slice(0, 3) : clusters;
          const expected = await expectedOrder(of);
          expect(expected).to.have.length(view === 'three clusters' ? 18 : rows);
          expect(await walk('/v1/nodes', keys[view]!, limit)).to.eql(expected);
        });
      }

      it(`meets every spot node of a filter's clusters once in pages of ${limit}`, async () => {
        const of = clusters.slice(0, 20);
        const path = `/v1/nodes?is_spot=true&cluster_id=${of.join(',')}`;
        expect(await walk(path, fleet.key, limit)).to.eql(await expectedOrder(of, 'is_spot'));
      });

      it(`meets every node of a path cluster once in pages of ${limit}`, async () => {
        const [id = ''] = clusters;
        const path = `/v1/clusters/${id}/nodes`;
        expect(await walk(path, fleet.key, limit)).to.eql(await expectedOrder([id]));
      });
    }

    it('counts what matches on every page', async () => {
      for (const [view, total] of [
        ['every cluster', 240],
        ['forty clusters', 240],
        ['three clusters', 18],
      ] as const) {
        const first = await list('limit=10&include_total=true', keys[view]);
        const { next_cursor: next, total_count: counted } = first.meta.pagination;
        const second = await list(`limit=10&include_total=true&cursor=${next}`, keys[view]);
        expect([counted, second.meta.pagination.total_count]).to.eql([total, total]);
      }
    });

    it('refuses a cursor of another list, and one of other filters', async () => {
      const { meta } = await list('limit=10');
      const cursor = meta.pagination.next_cursor;
      const readCode = async (path: string) => {
        const { status, body } = await fleet.app.get(path, fleet.key);
        return [status, body.error.code];
      };
      expect(await readCode(`/v1/nodes?limit=10&is_spot=true&cursor=${cursor}`)).to.eql([
        410,
        'CURSOR_EXPIRED',
      ]);
      expect(await readCode(`/v1/clusters/${clusters[0]}/nodes?limit=10&cursor=${cursor}`)).to.eql([
        400,
        'INVALID_CURSOR',
      ]);
    });
  });
});
