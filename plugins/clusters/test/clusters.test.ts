import { bootTestApplication, type TestApplication } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { pendingCluster, reportedCluster } from './cluster-rows.ts';

const now = new Date('2026-07-15T19:33:00Z');

describe('plugin clusters', () => {
  let app: TestApplication;
  let organization: string;
  let key: string;

  before(async () => {
    app = await bootTestApplication({
      plugins: [new URL('../src/index.ts', import.meta.url)],
      clock: { now: () => now },
    });
    organization = await app.createOrganization('acme');
    key = await app.createKey(organization, {
      scopes: ['clusters:read'],
      requestsPerMinute: 100_000,
    });
  });
  after(() => app.stop());
  afterEach(() => app.sql('delete from clusters'));

  const insertCluster = (row: Record<string, unknown>) =>
    app.insert('clusters', { organization_id: organization, ...row });

  describe('GET /v1/clusters', () => {
    it('lists clusters by run rate, ties by id, pending ones last', async () => {
      const cheap = reportedCluster({ name: 'cheap', compute_cpu_hourly: '1.5' });
      const dear = reportedCluster({ name: 'dear', compute_cpu_hourly: '2.5' });
      const free = reportedCluster({ name: 'free', compute_cpu_hourly: '0' });
      const pending = pendingCluster({ name: 'pending' });
      const twins = [
        '00000000-0000-4000-8000-000000000002',
        '00000000-0000-4000-8000-000000000001',
      ];
      for (const row of [cheap, pending, dear, free]) await insertCluster(row);
      for (const id of twins) {
        await insertCluster(reportedCluster({ id, name: id, compute_cpu_hourly: '2' }));
      }

      const { status, body } = await app.get('/v1/clusters', key);

      expect(status).to.equal(200);
      expect(
        body.data.map((cluster: { metadata: { name: string } }) => cluster.metadata.name),
      ).to.eql(['dear', twins[1], twins[0], 'cheap', 'free', 'pending']);
      expect(body.meta.pagination).to.eql({
        has_more: false,
        limit: 100,
        ordered_at: body.meta.applied_at,
      });
      expect(body.meta.basis).to.equal('legacy');
    });

    it('sorts by the rounded amount, so that ties in four decimals are broken by id', async () => {
      const first = reportedCluster({
        id: '00000000-0000-4000-8000-000000000001',
        name: 'a',
        compute_cpu_hourly: '1.00001',
      });
      const second = reportedCluster({
        id: '00000000-0000-4000-8000-000000000002',
        name: 'b',
        compute_cpu_hourly: '1.00004',
      });
      await insertCluster(second);
      await insertCluster(first);

      const { body } = await app.get('/v1/clusters', key);

      expect(body.data.map(({ id }: { id: string }) => id)).to.eql([first.id, second.id]);
    });

    for (const limit of [1, 2, 7, 500]) {
      it(`walks every row exactly once in pages of ${limit}`, async () => {
        const ids = [];
        for (let index = 0; index < 15; index += 1) {
          const row = reportedCluster({
            name: `c${index}`,
            compute_cpu_hourly: String(Math.floor(index / 4)),
          });
          ids.push(row.id);
          await insertCluster(row);
        }
        await insertCluster(pendingCluster({ id: crypto.randomUUID(), name: 'p' }));

        const seen = [];
        let cursor = '';
        for (;;) {
          const { body } = await app.get(
            `/v1/clusters?limit=${limit}&include_total=true&cursor=${cursor}`,
            key,
          );
          seen.push(...body.data.map(({ id }: { id: string }) => id));
          expect(body.meta.pagination.total_count).to.equal(16);
          if (!body.meta.pagination.has_more) break;
          cursor = body.meta.pagination.next_cursor;
        }

        expect(seen).to.have.length(16);
        expect(new Set(seen)).to.have.length(16);
        expect(seen).to.include.members(ids);
      });
    }

    it('sorts and sums over the requested basis', async () => {
      await insertCluster(
        reportedCluster({ name: 'compute', compute_cpu_hourly: '2', storage_pv_hourly: '0' }),
      );
      await insertCluster(
        reportedCluster({ name: 'storage', compute_cpu_hourly: '1', storage_pv_hourly: '5' }),
      );

      const { body } = await app.get('/v1/clusters?basis=all', key);

      expect(body.meta.basis).to.equal('all');
      const [storage, compute] = body.data;
      expect(storage.metadata.name).to.equal('storage');
      expect(storage.cost.current_run_rate_hourly.amount).to.equal('6.5000');
      expect(storage.cost.components['storage.pv'].amount).to.equal('5.0000');
      expect(storage.cost.partial).to.equal(true);
      expect(compute.cost.current_run_rate_hourly.amount).to.equal('2.5000');
    });

    it('filters by every enum and by region, values joined by OR and filters by AND', async () => {
      await insertCluster(reportedCluster({ name: 'a', provider: 'aws', region: 'eu-west-1' }));
      await insertCluster(reportedCluster({ name: 'b', provider: 'gcp', region: 'us-central1' }));
      await insertCluster(
        reportedCluster({ name: 'c', provider: 'azure', environment: 'staging' }),
      );
      const names = async (query: string) => {
        const { body } = await app.get(`/v1/clusters?${query}`, key);
        return body.data
          .map((cluster: { metadata: { name: string } }) => cluster.metadata.name)
          .sort();
      };

      expect(await names('provider=aws,gcp')).to.eql(['a', 'b']);
      expect(await names('provider=aws&provider=azure')).to.eql(['a', 'c']);
      expect(await names('provider=aws,gcp&region=us-central1')).to.eql(['b']);
      expect(await names('environment=staging')).to.eql(['c']);
      expect(await names('status=active')).to.eql(['a', 'b', 'c']);
      expect(await names('status=error')).to.eql([]);
      expect(await names('region=EU-WEST-1')).to.eql([]);
      expect(await names(`region=${encodeURIComponent("x' or 1=1 --")}`)).to.eql([]);
    });

    const refusals: [query: string, status: number, code: string, detail: object][] = [
      ['limit=0', 400, 'BAD_REQUEST', { field: 'limit' }],
      ['limit=501', 400, 'BAD_REQUEST', { field: 'limit' }],
      ['limit=ten', 400, 'BAD_REQUEST', { field: 'limit' }],
      ['limit=1.0', 400, 'BAD_REQUEST', { field: 'limit' }],
      ['limit=1&limit=2', 400, 'BAD_REQUEST', { field: 'limit', reason: 'invalid_value' }],
      ['include_total=yes', 400, 'BAD_REQUEST', { field: 'include_total' }],
      ['provider=', 400, 'BAD_REQUEST', { field: 'provider', reason: 'invalid_value' }],
      ['provider=aws,', 400, 'BAD_REQUEST', { field: 'provider', reason: 'invalid_value' }],
      ['colour=red', 400, 'BAD_REQUEST', { field: 'colour', reason: 'unknown_filter_key' }],
      [
        'region=%00',
        400,
        'BAD_REQUEST',
        { field: 'region', message: 'must not contain the character U+0000' },
      ],
      ['region=%E0%A4%A', 400, 'BAD_REQUEST', { reason: 'invalid_value' }],
      ['cursor=nonsense', 400, 'INVALID_CURSOR', { field: 'cursor' }],
      [
        'provider=AWS',
        422,
        'VALIDATION_ERROR',
        {
          field: 'provider',
          reason: 'must_be_enum',
          allowed: ['aws', 'gcp', 'azure', 'on-prem'],
        },
      ],
      [
        'status=Active',
        422,
        'VALIDATION_ERROR',
        {
          field: 'status',
          reason: 'must_be_enum',
          allowed: ['pending', 'active', 'disconnected', 'error', 'discovered'],
        },
      ],
      [
        'basis=some',
        422,
        'VALIDATION_ERROR',
        { field: 'basis', reason: 'must_be_enum', allowed: ['legacy', 'all'] },
      ],
      [
        'cost_mode=fully_loaded',
        422,
        'INVALID_COST_MODE',
        { field: 'cost_mode', reason: 'not_supported_on_this_endpoint' },
      ],
      ['provider=AWS&limit=0', 400, 'BAD_REQUEST', { field: 'limit' }],
      ['provider=AWS&cursor=nonsense', 400, 'INVALID_CURSOR', { field: 'cursor' }],
    ];
    for (const [query, status, code, detail] of refusals) {
      it(`answers ${status} ${code} to ?${query}`, async () => {
        const response = await app.get(`/v1/clusters?${query}`, key);
        expect(response.status).to.equal(status);
        expect(response.body.error.code).to.equal(code);
        expect(response.body.error.details[0]).to.include.keys(Object.keys(detail));
        for (const [name, value] of Object.entries(detail)) {
          expect(response.body.error.details[0][name]).to.eql(value);
        }
      });
    }

    it('shows a key only the clusters of its allow-list, and none for an empty list', async () => {
      const seen = reportedCluster({ name: 'seen' });
      await insertCluster(seen);
      await insertCluster(reportedCluster({ name: 'unseen' }));
      const restricted = await app.createKey(organization, {
        scopes: ['clusters:read'],
        allowedClusterIds: [seen.id],
      });
      const nothing = await app.createKey(organization, {
        scopes: ['clusters:read'],
        allowedClusterIds: [],
      });

      const some = await app.get('/v1/clusters?include_total=true', restricted);
      const none = await app.get('/v1/clusters?include_total=true', nothing);

      expect(some.body.data.map(({ id }: { id: string }) => id)).to.eql([seen.id]);
      expect(some.body.meta.pagination.total_count).to.equal(1);
      expect(none.body.data).to.eql([]);
      expect(none.body.meta.pagination.total_count).to.equal(0);
    });
  });

  describe('GET /v1/clusters/{cluster_id}', () => {
    it('returns the complete body of a cluster that reports', async () => {
      const row = reportedCluster({
        name: 'full',
        last_seen_at: '2026-07-15T19:32:00Z',
        cpu_used_cores: '1.5',
        memory_used_bytes: 1024,
        measured_allocatable_cores: '3',
        measured_allocatable_bytes: 4096,
        workloads_legacy_hourly: '0.25',
      });
      await insertCluster(row);

      const { status, body } = await app.get(`/v1/clusters/${row.id.toUpperCase()}`, key);

      expect(status).to.equal(200);
      expect(body.data.metadata).to.include({ name: 'full', is_stale: false });
      expect(body.data.metadata.last_seen_at).to.equal('2026-07-15T19:32:00Z');
      expect(body.data.capacity.cpu).to.eql({ total_cores: 4, allocatable_cores: 3.92 });
      expect(body.data.utilization.cpu).to.eql({
        requested_cores: 1.25,
        used_cores: 1.5,
        utilization_percent: 50,
      });
      expect(body.data.utilization.memory).to.include({ utilization_percent: 25 });
      expect(body.data.cost).to.deep.include({
        current_run_rate_hourly: { amount: '1.5000', currency: 'USD' },
        unallocated: { amount: '1.2500', currency: 'USD' },
        basis: 'legacy',
        partial: false,
      });
      expect(body.meta).to.not.have.any.keys('pagination', 'cost_mode');
    });

    it('omits unknown values: usage without metrics, everything before the first report', async () => {
      const unmeasured = reportedCluster({ name: 'unmeasured' });
      const pending = pendingCluster({ name: 'pending' });
      const again = reportedCluster({ name: 'connected again', status: 'pending' });
      for (const row of [unmeasured, pending, again]) await insertCluster(row);

      const { body: known } = await app.get(`/v1/clusters/${unmeasured.id}`, key);
      const { body: unknown } = await app.get(`/v1/clusters/${pending.id}`, key);
      const { body: unknownAgain } = await app.get(`/v1/clusters/${again.id}`, key);

      expect(known.data.utilization.cpu).to.have.all.keys('requested_cores');
      expect(known.data.utilization).to.not.have.any.keys('gpu', 'network');
      expect(unknown.data).to.have.all.keys('id', 'kind', 'metadata');
      expect(unknownAgain.data).to.have.all.keys('id', 'kind', 'metadata');
      expect(unknown.data.metadata).to.include({
        status: 'pending',
        is_stale: true,
        last_seen_at: null,
      });
    });

    for (const [lastSeenAt, isStale] of [
      ['2026-07-15T19:29:59.999Z', true],
      ['2026-07-15T19:30:00Z', false],
      ['2026-07-15T19:30:00.500Z', false],
    ] as const) {
      it(`is ${isStale ? '' : 'not '}stale at 19:33:00 when last seen at ${lastSeenAt}`, async () => {
        const row = reportedCluster({ name: 'old', last_seen_at: lastSeenAt });
        await insertCluster(row);
        const { body } = await app.get(`/v1/clusters/${row.id}`, key);
        expect(body.data.metadata.is_stale).to.equal(isStale);
      });
    }

    it('answers 400, 404 and 403 for a cluster that is malformed, foreign or not allowed', async () => {
      const other = await app.createOrganization(`other ${crypto.randomUUID()}`);
      const foreign = reportedCluster({ name: 'foreign' });
      await app.insert('clusters', { organization_id: other, ...foreign });
      const mine = reportedCluster({ name: 'mine' });
      await insertCluster(mine);
      const restricted = await app.createKey(organization, {
        scopes: ['clusters:read'],
        allowedClusterIds: [crypto.randomUUID()],
      });

      const malformed = await app.get('/v1/clusters/nonsense', key);
      const missing = await app.get(`/v1/clusters/${foreign.id}`, key);
      const denied = await app.get(`/v1/clusters/${mine.id}`, restricted);

      expect([malformed.status, malformed.body.error.code]).to.eql([400, 'INVALID_CLUSTER_ID']);
      expect([missing.status, missing.body.error.code]).to.eql([404, 'CLUSTER_NOT_FOUND']);
      expect(denied.status).to.equal(403);
      expect(denied.body.error.code).to.equal('CLUSTER_ACCESS_DENIED');
      expect(denied.body.error.details).to.eql([{ cluster_id: mine.id }]);
    });
  });
});
