import {
  bootTestApplication,
  listRefusals,
  type TestApplication,
  walkPages,
} from '@costplane/plugin-testing';
import { expect } from 'chai';
import { createTenant } from './recommendation-rows.ts';

const path = '/v1/recommendations';
const levels = ['low', 'medium', 'high'];

describe('GET /v1/recommendations', () => {
  let app: TestApplication;
  let tenant: Awaited<ReturnType<typeof createTenant>>;
  let key: string;

  before(async () => {
    app = await bootTestApplication({ plugins: [new URL('../src/index.ts', import.meta.url)] });
    tenant = await createTenant(app, 'acme', ['east', 'west']);
    key = await tenant.key();
  });
  after(() => app.stop());
  afterEach(() => app.sql('delete from recommendations'));

  const listIds = async (query: string, as = key): Promise<string[]> => {
    const { status, body } = await app.get(`${path}?${query}`, as);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data.map(({ id }: { id: string }) => id);
  };

  const clusterId = (name: string) => tenant.clusters[name]!;
  const toUuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

  describe('order', () => {
    it('is the highest saving first, ties by id, whatever the status', async () => {
      const least = await tenant.insert({ estimated_savings_hourly: '0.01' });
      const most = await tenant.insert({ estimated_savings_hourly: '3', status: 'dismissed' });
      const second = await tenant.insert({ id: toUuid(2), estimated_savings_hourly: '2' });
      const first = await tenant.insert({
        id: toUuid(1),
        estimated_savings_hourly: '2',
        status: 'dismissed',
      });
      const third = await tenant.insert({ id: toUuid(3), estimated_savings_hourly: '2' });

      expect(await listIds('')).to.eql([most, first, second, third, least]);
    });

    it('is that of the rounded amount, so that ties in four decimals are broken by id', async () => {
      await tenant.insert({ id: toUuid(2), estimated_savings_hourly: '1.00004' });
      await tenant.insert({ id: toUuid(1), estimated_savings_hourly: '0.99996' });

      const { body } = await app.get(path, key);

      expect(body.data.map(({ id }: { id: string }) => id)).to.eql([toUuid(1), toUuid(2)]);
      for (const { savings } of body.data) {
        expect(savings.estimated_hourly).to.eql({ amount: '1.0000', currency: 'EUR' });
      }
    });

    it('puts a change that costs more than it saves behind one that saves nothing', async () => {
      const dearer = await tenant.insert({ estimated_savings_hourly: '-0.5' });
      const equal = await tenant.insert({ estimated_savings_hourly: '0' });

      expect(await listIds('')).to.eql([equal, dearer]);
      expect(await listIds('min_savings_hourly=0')).to.eql([equal]);
    });
  });

  describe('pages', () => {
    /**
     * A thousand rows over two clusters and ten amounts. The status is by the remainder of four:
     * 0 pending, 1 applied, 2 dismissed, 3 archived.
     */
    const insertThousand = () =>
      app.sql(
        `insert into recommendations (organization_id, cluster_id, id, resource_type, resource_uid,
           resource_name, title, risk_level, status, estimated_savings_hourly)
         select $1, ($2::uuid[])[1 + n % 2], ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
           'Pod', n::text, 'pod', 'title', 'low',
           (array['pending', 'applied', 'dismissed', 'archived'])[1 + n % 4], (n % 10) * 0.1
         from generate_series(1, 1000) as n`,
        [tenant.organization, Object.values(tenant.clusters)],
      );

    const expectedIds = (isIn: (n: number) => boolean) =>
      Array.from({ length: 1000 }, (_, index) => index + 1)
        .filter(isIn)
        .sort((a, b) => (b % 10) - (a % 10) || a - b)
        .map(toUuid);

    const every = 'status=pending,applied,dismissed,archived';
    const one = 'status=applied';
    const filtered = 'status=pending,archived&min_savings_hourly=0.5';
    const walks: [string, number[], (n: number) => boolean][] = [
      ['', [1, 7, 100, 500], (n) => n % 4 === 0 || n % 4 === 2],
      [every, [7, 100, 500], () => true],
      [one, [7, 100, 250, 500], (n) => n % 4 === 1],
      [filtered, [7, 100], (n) => (n % 4 === 0 || n % 4 === 3) && n % 10 >= 5],
    ];
    for (const [query, limits, isIn] of walks) {
      for (const limit of limits) {
        it(`of ${limit} hold every row of ?${query} once and in order`, async () => {
          await insertThousand();
          const seen = await walkPages(app, `${path}?${query}`, key, limit);
          expect(seen.map(({ id }) => id)).to.eql(expectedIds(isIn));
        });
      }
    }

    it('hold only rows of the clusters of a restricted key', async () => {
      await insertThousand();
      const restricted = await tenant.key([clusterId('east')]);
      const seen = await walkPages(app, `${path}?${every}`, restricted, 100);
      expect(seen.map(({ id }) => id)).to.eql(expectedIds((n) => n % 2 === 0));
    });

    it('have the total on every page if requested', async () => {
      await insertThousand();
      const total = async (query: string, as = key) =>
        (await app.get(`${path}?include_total=true&limit=1&${query}`, as)).body.meta.pagination
          .total_count;

      expect(await total('')).to.equal(500);
      expect(await total(every)).to.equal(1000);
      expect(await total(filtered)).to.equal(250);
      expect(await total(every, await tenant.key([clusterId('west')]))).to.equal(500);
      expect(await total(every, await tenant.key([]))).to.equal(0);
    });

    it('otherwise have no total, mode or basis', async () => {
      await tenant.insert({});
      const { body } = await app.get(path, key);
      expect(body.meta.pagination).to.eql({
        has_more: false,
        limit: 100,
        ordered_at: body.meta.applied_at,
      });
      expect(body.meta).to.not.have.any.keys('basis', 'cost_mode');
    });

    it('fail with 410 when the filter changes, and with 400 in another organization', async () => {
      await insertThousand();
      const { body } = await app.get(`${path}?limit=1`, key);
      const cursor = body.meta.pagination.next_cursor;
      const stranger = await createTenant(app, `stranger ${crypto.randomUUID()}`, []);

      const changed = await app.get(`${path}?limit=1&status=pending&cursor=${cursor}`, key);
      const foreign = await app.get(`${path}?limit=1&cursor=${cursor}`, await stranger.key());

      expect([changed.status, changed.body.error.code]).to.eql([410, 'CURSOR_EXPIRED']);
      expect([foreign.status, foreign.body.error.code]).to.eql([400, 'INVALID_CURSOR']);
    });
  });

  describe('filters', () => {
    it('show pending and dismissed unless a status is asked for', async () => {
      const by: Record<string, string> = {};
      for (const status of ['pending', 'applied', 'dismissed', 'archived']) {
        by[status] = await tenant.insert({ status });
      }

      expect(await listIds('')).to.have.members([by.pending, by.dismissed]);
      expect(await listIds('status=archived')).to.eql([by.archived]);
      expect(await listIds('status=applied,pending')).to.have.members([by.applied, by.pending]);
      expect(await listIds('status=applied&status=archived')).to.have.members([
        by.applied,
        by.archived,
      ]);
    });

    it('show only the exposed type, named or not', async () => {
      const exposed = await tenant.insert({});
      await tenant.insert({ recommendation_type: 'node_consolidation' });

      expect(await listIds('')).to.eql([exposed]);
      expect(await listIds('recommendation_type=workload_rightsizing')).to.eql([exposed]);
      const { body } = await app.get(`${path}?include_total=true`, key);
      expect(body.meta.pagination.total_count).to.equal(1);
    });

    it('take each kind of value, values joined by OR and filters by AND', async () => {
      const uid = '11111111-2222-4333-8444-abcdefabcdef';
      const shop = await tenant.insert({ namespace: 'shop', risk_level: 'high' });
      const bank = await tenant.insert({
        namespace: 'bank',
        risk_level: 'medium',
        resource_type: 'StatefulSet',
        resource_uid: uid,
        cluster_id: clusterId('west'),
      });
      const node = await tenant.insert({ namespace: '', resource_type: 'Node' });

      expect(await listIds('namespace=shop')).to.eql([shop]);
      expect(await listIds('namespace=shop,bank')).to.have.members([shop, bank]);
      expect(await listIds('risk_level=medium,low')).to.have.members([bank, node]);
      expect(await listIds('resource_type=Node')).to.eql([node]);
      expect(await listIds('resource_type=DaemonSet,Pod')).to.eql([]);
      expect(await listIds(`workload_uid=${uid}`)).to.eql([bank]);
      expect(await listIds(`workload_uid=${uid.toUpperCase()}`)).to.eql([bank]);
      expect(await listIds(`cluster_id=${clusterId('west')}`)).to.eql([bank]);
      expect(await listIds('namespace=shop,bank&resource_type=StatefulSet')).to.eql([bank]);
      expect(await listIds(`namespace=shop&cluster_id=${clusterId('west')}`)).to.eql([]);
      expect(await listIds(`risk_level=high&status=pending&priority=high`)).to.eql([shop]);
    });

    const thresholds: [value: string, matches: boolean][] = [
      ['0', true],
      ['1.2345', true],
      ['01.23450', true],
      ['1.2346', false],
      ['1.23450000001', false],
      ['9'.repeat(40), false],
    ];
    for (const [value, matches] of thresholds) {
      it(`find ${matches ? '' : 'no '}saving of 1.2345 by min_savings_hourly=${value}`, async () => {
        const id = await tenant.insert({ estimated_savings_hourly: '1.23449' });
        expect(await listIds(`min_savings_hourly=${value}`)).to.eql(matches ? [id] : []);
      });
    }

    it('take min_savings_hourly together with another filter and a total', async () => {
      await tenant.insert({ estimated_savings_hourly: '5', namespace: 'shop' });
      await tenant.insert({ estimated_savings_hourly: '1', namespace: 'bank' });
      const both = await tenant.insert({ estimated_savings_hourly: '5', namespace: 'bank' });

      const query = 'min_savings_hourly=2&namespace=bank&include_total=true';
      const { body } = await app.get(`${path}?${query}`, key);

      expect(body.data.map(({ id }: { id: string }) => id)).to.eql([both]);
      expect(body.meta.pagination.total_count).to.equal(1);
    });

    it('match text literally: Unicode, wildcards and SQL', async () => {
      const odd = ['größe-😀', '100%', "x' or 1=1 --", 'a_b'];
      for (const namespace of odd) {
        const id = await tenant.insert({ namespace });
        expect(await listIds(`namespace=${encodeURIComponent(namespace)}`)).to.eql([id]);
      }
      for (const namespace of ['%', 'a%', 'axb', 'A_B', "'; drop table recommendations"]) {
        expect(await listIds(`namespace=${encodeURIComponent(namespace)}`)).to.eql([]);
      }
    });

    it('accept hundreds of ids, and reject a URL that is too long with a clear error', async () => {
      const id = await tenant.insert({ resource_uid: toUuid(7) });
      const uuids = (size: number) => Array.from({ length: size }, (_, n) => toUuid(n)).join(',');

      expect(await listIds(`workload_uid=${uuids(400)}`)).to.eql([id]);
      expect(await listIds(`cluster_id=${uuids(400)}`)).to.eql([]);
      for (const name of ['workload_uid', 'cluster_id']) {
        const { status, body } = await app.get(`${path}?${name}=${uuids(1000)}`, key);
        expect([status, body.error.code]).to.eql([414, 'BAD_REQUEST']);
      }
    });
  });

  describe('priority', () => {
    // 50 and 10 a month of 730 hours are 0.06849315... and 0.01369863... an hour.
    for (const [saving, priority] of [
      ['0.06849316', 'high'],
      ['0.06849315', 'medium'],
      ['0.01369864', 'medium'],
      ['0.01369863', 'low'],
      ['0', 'low'],
      ['-3', 'low'],
    ] as const) {
      it(`is ${priority} where ${saving} an hour is saved`, async () => {
        const id = await tenant.insert({ estimated_savings_hourly: saving });

        const { body } = await app.get(path, key);

        expect(body.data[0].metadata.priority).to.equal(priority);
        for (const level of levels) {
          expect(await listIds(`priority=${level}`)).to.eql(level === priority ? [id] : []);
        }
      });
    }
  });

  describe('clusters', () => {
    let east: string;
    let west: string;

    beforeEach(async () => {
      east = await tenant.insert({ estimated_savings_hourly: '2' });
      west = await tenant.insert({
        estimated_savings_hourly: '1',
        cluster_id: clusterId('west'),
      });
    });

    it('are all shown to a key without an allow-list, and none for an empty one', async () => {
      expect(await listIds('')).to.eql([east, west]);
      expect(await listIds('', await tenant.key([clusterId('west')]))).to.eql([west]);
      expect(await listIds('', await tenant.key([]))).to.eql([]);
    });

    it('outside the allow-list are refused by name, together with allowed ones too', async () => {
      const restricted = await tenant.key([clusterId('west')]);
      const denied = [
        await app.get(`${path}?cluster_id=${clusterId('east')}`, restricted),
        await app.get(`${path}?cluster_id=${clusterId('west')},${clusterId('east')}`, restricted),
        await app.get(`${path}?cluster_id=${clusterId('east')}`, await tenant.key([])),
      ];
      for (const { status, body } of denied) {
        expect([status, body.error.code]).to.eql([403, 'CLUSTER_ACCESS_DENIED']);
        expect(body.error.details).to.eql([{ cluster_id: clusterId('east') }]);
      }
    });

    it('of no or another organization match nothing, for any key', async () => {
      const other = await createTenant(app, `other ${crypto.randomUUID()}`, ['foreign']);
      await other.insert({});
      const restricted = await tenant.key([clusterId('west')]);
      for (const unknown of [other.clusters.foreign!, crypto.randomUUID()]) {
        for (const as of [key, restricted, await tenant.key([])]) {
          expect(await listIds(`cluster_id=${unknown}`, as)).to.eql([]);
        }
        expect(await listIds(`cluster_id=${unknown},${clusterId('west')}`, restricted)).to.eql([
          west,
        ]);
      }
    });

    it('of another organization are never shown', async () => {
      const other = await createTenant(app, `other ${crypto.randomUUID()}`, ['foreign']);
      const foreign = await other.insert({});
      expect(await listIds('', await other.key())).to.eql([foreign]);
      expect(await listIds('')).to.eql([east, west]);
    });

    it('are named in each row', async () => {
      const { body } = await app.get(path, key);
      expect(
        body.data.map(({ metadata }: { metadata: { cluster: unknown } }) => metadata.cluster),
      ).to.eql([
        { id: clusterId('east'), name: 'east' },
        { id: clusterId('west'), name: 'west' },
      ]);
    });
  });

  it('omits the metrics snapshot, and keeps unknown fields of a config', async () => {
    const config = { containers: [{ name: 'app', requests: { cpu: '250m' }, x: [1, null] }] };
    await tenant.insert({ current_config: config, metrics_snapshot: { restarts_total: 1 } });

    const { body } = await app.get(path, key);

    expect(body.data[0]).to.not.have.property('metrics_snapshot');
    expect(body.data[0].current).to.eql({ config });
  });

  const refusals = listRefusals({
    isPaged: true,
    costMode: 'rejects',
    hasBasis: false,
    parameters: {
      cluster_id: { bad: ['nonsense', '123', '%'], code: 'INVALID_CLUSTER_ID', isCsv: true },
      namespace: { bad: ['x'.repeat(254), '\0'], code: 'BAD_REQUEST', isCsv: true },
      recommendation_type: {
        bad: ['node_consolidation', 'Workload_Rightsizing'],
        code: 'VALIDATION_ERROR',
        allowed: ['workload_rightsizing'],
        isCsv: true,
      },
      status: {
        bad: ['open', 'Pending', 'pending,open'],
        code: 'VALIDATION_ERROR',
        allowed: ['pending', 'applied', 'dismissed', 'archived'],
        isCsv: true,
      },
      risk_level: {
        bad: ['critical', 'LOW'],
        code: 'VALIDATION_ERROR',
        allowed: levels,
        isCsv: true,
      },
      priority: { bad: ['urgent', 'High'], code: 'VALIDATION_ERROR', allowed: levels, isCsv: true },
      resource_type: {
        bad: ['deployment', 'CronJob'],
        code: 'VALIDATION_ERROR',
        allowed: ['Deployment', 'StatefulSet', 'DaemonSet', 'Pod', 'Node'],
        isCsv: true,
      },
      workload_uid: { bad: ['nonsense', '{}'], code: 'BAD_REQUEST', isCsv: true },
      min_savings_hourly: {
        bad: ['-1', '1e3', '.5', '5.', 'much', '1,5', '1'.repeat(41)],
        code: 'BAD_REQUEST',
      },
    },
  });
  for (const { query, status, code, detail } of refusals) {
    it(`answers ${status} ${code} to ?${query.slice(0, 60)}`, async () => {
      const response = await app.get(`${path}?${query}`, key);
      expect(response.status).to.equal(status);
      expect(response.body.error.code).to.equal(code);
      expect(response.body.error.details[0]).to.deep.include(detail);
    });
  }

  it('answers 401 without a key and 403 without the scope', async () => {
    const scopeless = await app.createKey(tenant.organization, { scopes: [] });
    const unknown = await app.get(path);
    const forbidden = await app.get(path, scopeless);
    expect([unknown.status, unknown.body.error.code]).to.eql([401, 'UNAUTHORIZED']);
    expect([forbidden.status, forbidden.body.error.code]).to.eql([403, 'FORBIDDEN']);
    expect(forbidden.body.error.details[0].required).to.equal('recommendations:read');
  });
});
