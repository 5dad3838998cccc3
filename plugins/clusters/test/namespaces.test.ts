import {
  bootTestApplication,
  type EndpointCase,
  listRefusals,
  type TestApplication,
  walkPages,
} from '@costplane/plugin-testing';
import { expect } from 'chai';
import { reportedCluster } from './cluster-rows.ts';
import { namespaceAssignment, namespaceRow, workloadRow } from './namespace-rows.ts';

type Row = Record<string, unknown>;

const alpha = '00000000-0000-4000-8000-00000000000a';
const beta = '00000000-0000-4000-8000-00000000000b';
const minCostHourly = {
  bad: ['-1', '1.', '.5', '1e3', 'NaN', '1,5'],
  code: 'VALIDATION_ERROR',
} as const;

describe('plugin clusters: namespaces', () => {
  let app: TestApplication;
  let organization: string;
  let key: string;

  before(async () => {
    app = await bootTestApplication({ plugins: [new URL('../src/index.ts', import.meta.url)] });
    organization = await app.createOrganization('acme');
    key = await createKey();
  });
  after(() => app.stop());
  beforeEach(async () => {
    await insert('clusters', reportedCluster({ id: alpha, name: 'alpha' }));
    await insert('clusters', reportedCluster({ id: beta, name: 'beta' }));
  });
  it('GET /v1/namespaces: ends a page before 8 MiB, and returns each row of a walk once', async () => {
    const labels = Object.fromEntries(
      Array.from({ length: 256 }, (_, nth) => [`key-${nth}`, 'x'.repeat(4_096)]),
    );
    const rows = Array.from({ length: 20 }, (_, nth) =>
      namespaceRow({ cluster_id: alpha, name: `ns-${nth}`, labels }),
    );
    for (const row of rows) await insert('namespaces', row);
    const listed = await walkPages(app, '/v1/namespaces', key, 500);
    expect(listed.map(({ id }) => id).sort()).to.eql(rows.map(({ id }) => id).sort());
  });

  afterEach(async () => {
    await app.sql('delete from clusters');
    await app.sql('delete from teams');
    await app.sql('delete from departments');
  });

  const createKey = (allowedClusterIds: readonly string[] | null = null) =>
    app.createKey(organization, {
      scopes: ['namespaces:read'],
      allowedClusterIds,
      requestsPerMinute: 100_000,
    });
  const insert = (table: string, row: Row) =>
    app.insert(table, { organization_id: organization, ...row });
  const insertNamespace = async (own: Row) => {
    const row = namespaceRow({ cluster_id: alpha, ...own });
    await insert('namespaces', row);
    return row;
  };
  const insertNamed = async (table: 'teams' | 'departments', own: Row) => {
    const row = { id: crypto.randomUUID(), ...own };
    await insert(table, row);
    return row.id;
  };
  const assign = (namespace: string, teamId: string, own: Row = {}) =>
    insert(
      'team_assignments',
      namespaceAssignment(namespace, { cluster_id: alpha, team_id: teamId, ...own }),
    );
  const names = async (path: string, withKey = key): Promise<string[]> => {
    const { status, body } = await app.get(path, withKey);
    expect(status).to.equal(200);
    return body.data.map((namespace: { metadata: { name: string } }) => namespace.metadata.name);
  };
  const describeRefusals = (endpoint: EndpointCase, path: string) => {
    for (const { query, status, code, detail } of listRefusals(endpoint)) {
      it(`answers ${status} ${code} to ?${query}`, async () => {
        const { status: actual, body } = await app.get(`${path}?${query}`, key);
        expect(actual).to.equal(status);
        expect(body.error.code).to.equal(code);
        expect(body.error.details[0]).to.deep.include(detail);
      });
    }
  };
  /** 240 namespaces in 40 clusters, many of one amount, some without a known one, some gone. */
  const insertFleet = async () => {
    const ids = Array.from(
      { length: 40 },
      (_, index) => `00000000-0000-4000-9000-0000000000${String(index + 10)}`,
    );
    await app.sql(
      `insert into clusters (organization_id, id, name)
        select $1, id, 'fleet ' || id from unnest($2::uuid[]) as id`,
      [organization, ids],
    );
    await app.sql(
      `insert into namespaces (organization_id, cluster_id, id, name, last_seen_at, gone_at,
          cpu_requested_cores, memory_requested_bytes, workloads, deployments, statefulsets,
          daemonsets, jobs, cronjobs, pods, running_pods, containers, persistent_volumes,
          compute_cpu_hourly, storage_pv_hourly, cost_updated_at)
        select $1, cluster, gen_random_uuid(), 'ns-' || n, now(), case when n = 7 then now() end,
          0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, nullif(n, 6), 10 - n, now()
        from unnest($2::uuid[]) as cluster, generate_series(1, 7) as n`,
      [organization, ids],
    );
    return ids;
  };
  const storedOrder = async (clusters: readonly string[], basis = 'legacy') => {
    const rows = await app.sql<{ id: string }>(
      `select id from namespaces where cluster_id = any ($1::uuid[]) and gone_at is null
        order by run_rate_${basis}_rank, id`,
      [clusters],
    );
    return rows.map(({ id }) => id);
  };

  describe('GET /v1/namespaces', () => {
    it('lists every cluster by run rate, ties by id, unknown costs last', async () => {
      const twins = [
        '00000000-0000-4000-8000-000000000002',
        '00000000-0000-4000-8000-000000000001',
      ] as const;
      await insertNamespace({ name: 'default', compute_cpu_hourly: '1' });
      await insertNamespace({ name: 'default', cluster_id: beta, compute_cpu_hourly: '3' });
      await insertNamespace({ id: twins[0], name: 'second', compute_cpu_hourly: '2.00004' });
      await insertNamespace({
        id: twins[1],
        name: 'first',
        cluster_id: beta,
        compute_cpu_hourly: '2.00001',
      });
      await insertNamespace({
        name: 'unknown',
        compute_cpu_hourly: null,
        compute_ram_hourly: null,
        compute_gpu_hourly: null,
        is_compute_partial: true,
      });

      const { body } = await app.get('/v1/namespaces', key);

      expect(
        body.data.map(({ metadata }: { metadata: { name: string; cluster: object } }) => [
          metadata.name,
          metadata.cluster,
        ]),
      ).to.eql([
        ['default', { id: beta, name: 'beta' }],
        ['first', { id: beta, name: 'beta' }],
        ['second', { id: alpha, name: 'alpha' }],
        ['default', { id: alpha, name: 'alpha' }],
        ['unknown', { id: alpha, name: 'alpha' }],
      ]);
      expect(body.meta.pagination).to.eql({
        has_more: false,
        limit: 100,
        ordered_at: body.meta.applied_at,
      });
      expect(body.meta).to.include({ basis: 'legacy', cost_mode: 'fully_loaded' });
      expect(body.data[4].cost).to.not.have.any.keys('current_run_rate_hourly', 'unallocated');
      expect(body.data[4].cost).to.deep.include({ components: {}, partial: true });
      expect(body.data[0]).to.not.have.property('workloads_top_5');
    });

    for (const limit of [1, 7, 100, 500]) {
      it(`walks every row exactly once in pages of ${limit}, whatever the clusters`, async () => {
        const fleet = await insertFleet();
        for (const clusters of [fleet, fleet.slice(0, 32), fleet.slice(3, 5)]) {
          const path = `/v1/namespaces?cluster_id=${clusters.join(',')}`;
          const seen = await walkPages(app, path, key, limit);
          expect(seen.map(({ id }) => id)).to.eql(await storedOrder(clusters));
          expect(seen).to.have.length(clusters.length * 6);
        }
        const seen = await walkPages(app, '/v1/namespaces?basis=all', key, limit);
        expect(seen.map(({ id }) => id)).to.eql(await storedOrder(fleet, 'all'));
      });
    }

    it('counts what matches, whatever the page', async () => {
      const fleet = await insertFleet();
      const countTotal = async (query: string) => {
        const { body } = await app.get(`/v1/namespaces?limit=2&include_total=true&${query}`, key);
        return body.meta.pagination.total_count;
      };

      expect(await countTotal('')).to.equal(240);
      expect(await countTotal(`cluster_id=${fleet.slice(0, 3).join(',')}`)).to.equal(18);
      expect(await countTotal('min_cost_hourly=4')).to.equal(80);
      expect(await countTotal(`min_cost_hourly=4&cluster_id=${fleet[0]!}`)).to.equal(2);
      expect(await countTotal(`cluster_id=${crypto.randomUUID()}`)).to.equal(0);
    });

    it('filters by cluster and by cost, values joined by OR and filters by AND', async () => {
      await insertNamespace({ name: 'a', compute_cpu_hourly: '1', compute_ram_hourly: '0' });
      await insertNamespace({
        name: 'b',
        cluster_id: beta,
        compute_cpu_hourly: '0.99995',
        compute_ram_hourly: '0',
      });
      await insertNamespace({
        name: 'c',
        cluster_id: beta,
        compute_cpu_hourly: '0.5',
        compute_ram_hourly: '0',
        storage_pv_hourly: '2',
      });
      await insertNamespace({
        name: 'unknown',
        compute_cpu_hourly: null,
        compute_ram_hourly: null,
        compute_gpu_hourly: null,
      });
      const found = async (query: string) => (await names(`/v1/namespaces?${query}`)).sort();

      expect(await found(`cluster_id=${alpha}`)).to.eql(['a', 'unknown']);
      expect(await found(`cluster_id=${beta.toUpperCase()}`)).to.eql(['b', 'c']);
      expect(await found(`cluster_id=${alpha}&cluster_id=${beta},${alpha}`)).to.eql([
        'a',
        'b',
        'c',
        'unknown',
      ]);
      expect(await found('min_cost_hourly=0')).to.eql(['a', 'b', 'c']);
      expect(await found('min_cost_hourly=1')).to.eql(['a', 'b']);
      expect(await found('min_cost_hourly=1.00001')).to.eql([]);
      expect(await found('min_cost_hourly=1&basis=all')).to.eql(['a', 'b', 'c']);
      expect(await found(`min_cost_hourly=1&cluster_id=${beta}`)).to.eql(['b']);
      expect(await found('min_cost_hourly=9999999999999999999999999999')).to.eql([]);
    });

    it('accepts as many clusters as a URL holds, and refuses a longer one', async () => {
      await insertNamespace({ name: 'here' });
      const ids = (length: number) => Array.from({ length }, () => crypto.randomUUID());
      const many = [...ids(400), alpha].join(',');

      const longest = await app.get(`/v1/namespaces?include_total=true&cluster_id=${many}`, key);
      const tooLong = await app.get(`/v1/namespaces?cluster_id=${ids(1000).join(',')}`, key);

      expect(longest.body.data).to.have.length(1);
      expect(longest.body.meta.pagination.total_count).to.equal(1);
      expect([tooLong.status, tooLong.body.error.code]).to.eql([414, 'BAD_REQUEST']);
    });

    it('shows a key only the clusters of its allow-list, and none for an empty list', async () => {
      await insertNamespace({ name: 'seen' });
      await insertNamespace({ name: 'unseen', cluster_id: beta });
      const restricted = await createKey([alpha]);
      const nothing = await createKey([]);

      expect(await names('/v1/namespaces', restricted)).to.eql(['seen']);
      expect(await names(`/v1/namespaces?cluster_id=${alpha},${beta}`, restricted)).to.eql([
        'seen',
      ]);
      expect(await names(`/v1/namespaces?cluster_id=${beta}`, restricted)).to.eql([]);
      const { body } = await app.get('/v1/namespaces?include_total=true', nothing);
      expect(body.data).to.eql([]);
      expect(body.meta.pagination.total_count).to.equal(0);
    });

    it('does not show other organizations or deleted namespaces', async () => {
      const other = await app.createOrganization(`other ${crypto.randomUUID()}`);
      const foreign = reportedCluster({ name: 'foreign' });
      await app.insert('clusters', { organization_id: other, ...foreign });
      await app.insert('namespaces', {
        organization_id: other,
        ...namespaceRow({ cluster_id: foreign.id, name: 'foreign' }),
      });
      await insertNamespace({ name: 'gone', gone_at: '2026-07-15T19:30:00Z' });
      await insertNamespace({ name: 'mine' });

      expect(await names('/v1/namespaces')).to.eql(['mine']);
      expect(await names(`/v1/namespaces?cluster_id=${foreign.id}`)).to.eql([]);
    });

    it('echoes the cost mode, which changes no amount', async () => {
      await insertNamespace({ name: 'a' });

      for (const mode of ['fully_loaded', 'workload_only']) {
        const { body } = await app.get(`/v1/namespaces?cost_mode=${mode}`, key);
        expect(body.meta.cost_mode).to.equal(mode);
        expect(body.data[0].cost.cost_mode).to.equal(mode);
        expect(body.data[0].cost.current_run_rate_hourly.amount).to.equal('1.5000');
      }
    });

    describeRefusals(
      {
        isPaged: true,
        costMode: 'accepts',
        hasBasis: true,
        parameters: {
          cluster_id: { bad: ['nonsense', `${alpha}'--`], code: 'INVALID_CLUSTER_ID', isCsv: true },
          min_cost_hourly: minCostHourly,
        },
      },
      '/v1/namespaces',
    );
  });

  describe('the owners of a namespace', () => {
    const readOwners = async (namespace: string) => {
      const { body } = await app.get(`/v1/clusters/${alpha}/namespaces/${namespace}`, key);
      const { team, department } = body.data.metadata;
      return { team, department };
    };

    it('are absent when nobody is assigned', async () => {
      await insertNamespace({ name: 'free' });
      const { body } = await app.get('/v1/namespaces', key);
      expect(body.data[0].metadata).to.not.have.any.keys('team', 'department');
    });

    it('are the team of the highest weight and its department', async () => {
      const sales = await insertNamed('departments', { name: 'Sales' });
      const labelled = await insertNamed('departments', { name: 'Labelled' });
      const light = await insertNamed('teams', { name: 'a light one' });
      const heavy = await insertNamed('teams', { name: 'heavy', department_id: sales });
      await insertNamespace({ name: 'shared', department_id: labelled });
      await assign('shared', light, { weight_percentage: '40' });
      await assign('shared', heavy, { weight_percentage: '60' });

      expect(await readOwners('shared')).to.eql({
        team: { id: heavy, name: 'heavy' },
        department: { id: sales, name: 'Sales' },
      });
      const { body } = await app.get('/v1/namespaces', key);
      expect(body.data).to.have.length(1);
      expect(body.data[0].metadata.team).to.eql({ id: heavy, name: 'heavy' });
    });

    it('are the team of the highest weight over all of its assignments', async () => {
      const once = await insertNamed('teams', { name: 'a single one' });
      const twice = await insertNamed('teams', { name: 'twice' });
      await insertNamespace({ name: 'shared' });
      await assign('shared', once, { weight_percentage: '40' });
      await assign('shared', twice, { weight_percentage: '30' });
      await assign('shared', twice, { weight_percentage: '30', source: 'backfill_v1' });

      expect((await readOwners('shared')).team).to.eql({ id: twice, name: 'twice' });
    });

    it('are the first team by name, then by id, when weights are equal', async () => {
      const id = (last: string) => `00000000-0000-4000-8000-00000000000${last}`;
      await insertNamed('teams', { id: id('1'), name: 'z' });
      await insertNamed('teams', { id: id('3'), name: 'same', origin: 'native' });
      await insertNamed('teams', { id: id('2'), name: 'same', origin: 'k8s_label' });
      await insertNamespace({ name: 'split' });
      for (const team of ['1', '3', '2'])
        await assign('split', id(team), { weight_percentage: '30' });

      expect((await readOwners('split')).team).to.eql({ id: id('2'), name: 'same' });
    });

    it('are only the team if it has no department, whatever a label says', async () => {
      const labelled = await insertNamed('departments', { name: 'Labelled' });
      const team = await insertNamed('teams', { name: 'homeless' });
      await insertNamespace({ name: 'owned', department_id: labelled });
      await assign('owned', team);

      expect(await readOwners('owned')).to.eql({
        team: { id: team, name: 'homeless' },
        department: undefined,
      });
    });

    it('are the department of a label where there is no team', async () => {
      const labelled = await insertNamed('departments', { name: 'Labelled' });
      await insertNamespace({ name: 'labelled', department_id: labelled });

      expect(await readOwners('labelled')).to.eql({
        team: undefined,
        department: { id: labelled, name: 'Labelled' },
      });
    });

    it('are those of this namespace, not of one with the same name or of a workload', async () => {
      const team = await insertNamed('teams', { name: 'elsewhere' });
      await insertNamespace({ name: 'default' });
      await assign('default', team, { cluster_id: beta });
      await assign('default', team, { entity_type: 'workload' });

      expect((await readOwners('default')).team).to.equal(undefined);
    });
  });

  describe('GET /v1/clusters/{cluster_id}/namespaces', () => {
    it('lists only the namespaces of the cluster', async () => {
      await insertNamespace({ name: 'cheap', compute_cpu_hourly: '1' });
      await insertNamespace({ name: 'dear', compute_cpu_hourly: '2' });
      await insertNamespace({ name: 'gone', gone_at: '2026-07-15T19:30:00Z' });
      await insertNamespace({ name: 'other', cluster_id: beta });
      const path = `/v1/clusters/${alpha}/namespaces`;

      const { body } = await app.get(`${path}?include_total=true&cost_mode=workload_only`, key);

      expect(await names(path)).to.eql(['dear', 'cheap']);
      expect(await names(`${path}?min_cost_hourly=2.5`)).to.eql(['dear']);
      expect(body.meta.pagination.total_count).to.equal(2);
      expect(body.meta.cost_mode).to.equal('workload_only');
      expect(body.data[0].cost.cost_mode).to.equal('workload_only');
    });

    for (const limit of [1, 7, 500]) {
      it(`walks every row exactly once in pages of ${limit}`, async () => {
        await app.sql(
          `insert into namespaces (organization_id, cluster_id, id, name, last_seen_at,
              cpu_requested_cores, memory_requested_bytes, workloads, deployments, statefulsets,
              daemonsets, jobs, cronjobs, pods, running_pods, containers, persistent_volumes,
              compute_cpu_hourly, cost_updated_at)
            select $1, $2, gen_random_uuid(), 'ns-' || n, now(),
              0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, n / 10, now()
            from generate_series(1, 50) as n`,
          [organization, alpha],
        );
        await insertNamespace({ name: 'other', cluster_id: beta });

        const seen = await walkPages(app, `/v1/clusters/${alpha}/namespaces`, key, limit);

        expect(seen.map(({ id }) => id)).to.eql(await storedOrder([alpha]));
        expect(seen).to.have.length(50);
      });
    }

    it('answers 404 and 403 for a cluster that is unknown or not allowed', async () => {
      const restricted = await createKey([beta]);

      const unknown = await app.get(`/v1/clusters/${crypto.randomUUID()}/namespaces`, key);
      const denied = await app.get(`/v1/clusters/${alpha}/namespaces`, restricted);

      expect([unknown.status, unknown.body.error.code]).to.eql([404, 'CLUSTER_NOT_FOUND']);
      expect([denied.status, denied.body.error.code]).to.eql([403, 'CLUSTER_ACCESS_DENIED']);
      expect(denied.body.error.details).to.eql([{ cluster_id: alpha }]);
    });

    it('has no cluster filter, and answers 400 to a path without a cluster', async () => {
      const filtered = await app.get(`/v1/clusters/${alpha}/namespaces?cluster_id=${alpha}`, key);
      const malformed = await app.get('/v1/clusters/nonsense/namespaces', key);

      expect(filtered.status).to.equal(400);
      expect(filtered.body.error.details[0]).to.include({ reason: 'unknown_filter_key' });
      expect([malformed.status, malformed.body.error.code]).to.eql([400, 'INVALID_CLUSTER_ID']);
    });

    describeRefusals(
      {
        isPaged: true,
        costMode: 'accepts',
        hasBasis: true,
        parameters: { min_cost_hourly: minCostHourly },
      },
      `/v1/clusters/${alpha}/namespaces`,
    );
  });

  describe('GET /v1/clusters/{cluster_id}/namespaces/{namespace}', () => {
    const detail = async (namespace: string, query = '') => {
      const path = `/v1/clusters/${alpha}/namespaces/${encodeURIComponent(namespace)}${query}`;
      const { status, body } = await app.get(path, key);
      expect(status).to.equal(200);
      return body.data;
    };

    it('returns the complete body', async () => {
      const row = await insertNamespace({
        name: 'shop',
        uid_k8s: '11111111-1111-4111-8111-111111111111',
        labels: { team: 'x', 'kubernetes.io/metadata.name': 'shop' },
        created_at_k8s: '2026-01-01T00:00:00Z',
        cpu_quota_cores: '2.5',
        memory_quota_bytes: 4294967296,
        cpu_used_cores: '0.5',
        memory_used_bytes: 2147483648,
        workloads_legacy_hourly: '1.25',
      });

      const data = await detail('shop');

      expect(data).to.eql({
        id: row.id,
        kind: 'Namespace',
        metadata: {
          name: 'shop',
          cluster: { id: alpha, name: 'alpha' },
          uid_k8s: '11111111-1111-4111-8111-111111111111',
          labels: { team: 'x', 'kubernetes.io/metadata.name': 'shop' },
          created_at_k8s: '2026-01-01T00:00:00Z',
          last_seen_at: '2026-07-15T19:32:30Z',
        },
        capacity: { cpu: { quota_cores: 2.5 }, memory: { quota_bytes: 4294967296 } },
        utilization: {
          cpu: { requested_cores: 1.25, used_cores: 0.5, utilization_percent: 40 },
          memory: {
            requested_bytes: 1073741824,
            used_bytes: 2147483648,
            utilization_percent: 200,
          },
          counts: {
            workloads: 6,
            deployments: 1,
            statefulsets: 2,
            daemonsets: 3,
            jobs: 4,
            cronjobs: 5,
            pods: 9,
            running_pods: 8,
            containers: 10,
            persistent_volumes: 7,
          },
        },
        cost: {
          current_run_rate_hourly: { amount: '1.5000', currency: 'USD' },
          cost_mode: 'fully_loaded',
          components: {
            'compute.cpu': { amount: '1.0000', currency: 'USD' },
            'compute.ram': { amount: '0.5000', currency: 'USD' },
            'compute.gpu': { amount: '0.0000', currency: 'USD' },
          },
          unallocated: { amount: '0.2500', currency: 'USD' },
          basis: 'legacy',
          partial: false,
          last_updated_at: '2026-07-15T19:32:30Z',
        },
        workloads_top_5: [],
      });
    });

    it('omits unknown values: usage without metrics, a quota that is not set', async () => {
      await insertNamespace({ name: 'bare', workloads_legacy_hourly: null });
      await insertNamespace({ name: 'memory', memory_quota_bytes: 1024 });
      await insertNamespace({ name: 'cpu', cpu_quota_cores: '0' });

      const bare = await detail('bare');

      expect(bare).to.not.have.property('capacity');
      expect(bare.metadata).to.not.have.any.keys('uid_k8s', 'created_at_k8s');
      expect(bare.utilization.cpu).to.eql({ requested_cores: 1.25 });
      expect(bare.utilization.memory).to.eql({ requested_bytes: 1073741824 });
      expect(bare.cost).to.not.have.property('unallocated');
      expect((await detail('memory')).capacity).to.eql({ memory: { quota_bytes: 1024 } });
      expect((await detail('cpu')).capacity).to.eql({ cpu: { quota_cores: 0 } });
    });

    it('sums over the basis that is asked for', async () => {
      await insertNamespace({ name: 'shop', storage_pv_hourly: '0.75' });

      const { cost } = await detail('shop', '?basis=all&cost_mode=workload_only');

      expect(cost.current_run_rate_hourly.amount).to.equal('2.2500');
      expect(cost.components['storage.pv'].amount).to.equal('0.7500');
      expect(cost.unallocated.amount).to.equal('0.7500');
      expect(cost).to.include({ basis: 'all', partial: true, cost_mode: 'workload_only' });
    });

    it('names the five workloads of the highest run rate over the basis', async () => {
      await insertNamespace({ name: 'shop' });
      const insertWorkload = async (own: Row) => {
        const row = workloadRow({ cluster_id: alpha, namespace: 'shop', ...own });
        await insert('workloads', row);
        return row;
      };
      const tied = ['2', '1'].map((last) => `00000000-0000-4000-8000-00000000000${last}`);
      for (const [index, uid] of tied.entries()) {
        await insertWorkload({ uid, name: `tied-${index}`, compute_cpu_hourly: '2' });
      }
      const dear = await insertWorkload({ name: 'dear', compute_cpu_hourly: '3' });
      await insertWorkload({ name: 'stored', compute_cpu_hourly: '1', storage_pv_hourly: '9' });
      await insertWorkload({ name: 'free', compute_cpu_hourly: '0' });
      await insertWorkload({ name: 'unknown', compute_cpu_hourly: null });
      await insertWorkload({
        name: 'gone',
        compute_cpu_hourly: '9',
        gone_at: '2026-07-15T00:00:00Z',
      });
      await insertWorkload({ name: 'near', compute_cpu_hourly: '9', namespace: 'shop-2' });
      await insertWorkload({ name: 'far', compute_cpu_hourly: '9', cluster_id: beta });
      const topNames = async (query = '') =>
        (await detail('shop', query)).workloads_top_5.map(({ name }: { name: string }) => name);

      expect(await topNames()).to.eql(['dear', 'tied-1', 'tied-0', 'stored', 'free']);
      expect(await topNames('?basis=all')).to.eql(['stored', 'dear', 'tied-1', 'tied-0', 'free']);
      expect((await detail('shop')).workloads_top_5[0]).to.eql({
        id: dear.uid,
        kind: 'Workload',
        name: 'dear',
        cost: { current_run_rate_hourly: { amount: '3.0000', currency: 'USD' } },
      });
    });

    it('leaves out the cost of a top workload that is unknown', async () => {
      await insertNamespace({ name: 'shop' });
      const row = workloadRow({
        cluster_id: alpha,
        namespace: 'shop',
        name: 'unknown',
        compute_cpu_hourly: null,
      });
      await insert('workloads', row);

      const { workloads_top_5: top } = await detail('shop');

      expect(top).to.eql([{ id: row.uid, kind: 'Workload', name: 'unknown', cost: {} }]);
    });

    for (const name of [
      'kube-system',
      'räum',
      'a b',
      'a/b',
      '100%',
      "x' or 1=1 --",
      '名前',
      '%2F',
    ]) {
      it(`finds ${name} by its percent-encoded name`, async () => {
        await insertNamespace({ name });
        await insertNamespace({ name: 'bystander', compute_cpu_hourly: '9' });
        expect((await detail(name)).metadata.name).to.equal(name);
      });
    }

    it('treats paths below a namespace as unknown, also without a key', async () => {
      for (const path of ['shop/cost-trend', 'shop/', 'a/b']) {
        const { status, body } = await app.get(`/v1/clusters/${alpha}/namespaces/${path}`);
        expect([path, status, body.error.code]).to.eql([path, 404, 'BAD_REQUEST']);
      }
    });

    it('answers 404 for a namespace that is unknown, gone, elsewhere or spelled differently', async () => {
      await insertNamespace({ name: 'gone', gone_at: '2026-07-15T19:30:00Z' });
      await insertNamespace({ name: 'elsewhere', cluster_id: beta });
      await insertNamespace({ name: 'here' });

      for (const name of ['none', 'gone', 'elsewhere', 'HERE', 'her%25', 'her_', '%C3%A9']) {
        const { status, body } = await app.get(`/v1/clusters/${alpha}/namespaces/${name}`, key);
        expect([status, body.error.code]).to.eql([404, 'NAMESPACE_NOT_FOUND']);
        expect(body.error.details).to.eql([{ field: 'namespace', reason: 'not_found' }]);
      }
    });

    it('answers 400 to a name that is empty, too long or not text', async () => {
      for (const name of ['', 'x'.repeat(254), '%00', '%E0%A4%A']) {
        const { status, body } = await app.get(`/v1/clusters/${alpha}/namespaces/${name}`, key);
        expect([name, status, body.error.code]).to.eql([name, 400, 'BAD_REQUEST']);
      }
    });

    it('checks the cluster before the namespace', async () => {
      await insertNamespace({ name: 'shop' });
      const restricted = await createKey([beta]);
      const other = crypto.randomUUID();

      const malformed = await app.get('/v1/clusters/nonsense/namespaces/shop', key);
      const unknown = await app.get(`/v1/clusters/${other}/namespaces/shop`, key);
      const denied = await app.get(`/v1/clusters/${alpha}/namespaces/none`, restricted);

      expect([malformed.status, malformed.body.error.code]).to.eql([400, 'INVALID_CLUSTER_ID']);
      expect([unknown.status, unknown.body.error.code]).to.eql([404, 'CLUSTER_NOT_FOUND']);
      expect([denied.status, denied.body.error.code]).to.eql([403, 'CLUSTER_ACCESS_DENIED']);
      expect(denied.body.error.details).to.eql([{ cluster_id: alpha }]);
    });

    it('answers 403 to a key without the scope', async () => {
      const clustersOnly = await app.createKey(organization, { scopes: ['clusters:read'] });

      const { status, body } = await app.get(`/v1/clusters/${alpha}/namespaces/x`, clustersOnly);

      expect([status, body.error.code]).to.eql([403, 'FORBIDDEN']);
      expect(body.error.details[0]).to.include({ required: 'namespaces:read' });
    });

    describeRefusals(
      { isPaged: false, costMode: 'accepts', hasBasis: true },
      `/v1/clusters/${alpha}/namespaces/shop`,
    );
  });
});
