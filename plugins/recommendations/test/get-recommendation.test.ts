import { bootTestApplication, listRefusals, type TestApplication } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { createTenant } from './recommendation-rows.ts';

const path = '/v1/recommendations';

const config = (cpu: string) => ({
  containers: [
    { name: 'app', requests: { cpu, memory: '64Mi' }, limits: { cpu: '1', memory: '128Mi' } },
  ],
});

describe('GET /v1/recommendations/{rec_id}', () => {
  let app: TestApplication;
  let tenant: Awaited<ReturnType<typeof createTenant>>;
  let key: string;

  before(async () => {
    app = await bootTestApplication({ plugins: [new URL('../src/index.ts', import.meta.url)] });
    tenant = await createTenant(app, 'acme', ['east', 'west']);
    key = await tenant.key();
  });
  after(() => app.stop());

  it('returns the complete body', async () => {
    const id = await tenant.insert({
      resource_uid: 'e1d5a5b0-0000-4000-8000-000000000001',
      description: 'It uses a tenth of it.',
      cause: 'over-provisioned',
      risk_level: 'medium',
      status: 'applied',
      data_points_analyzed: 20160,
      current_config: config('1'),
      current_hourly_cost: '0.123456',
      recommended_config: config('250m'),
      applied_config: config('300m'),
      estimated_savings_hourly: '0.04',
      metrics_snapshot: { restarts_total: 3 },
      created_at: '2026-07-15T19:32:30.9Z',
      updated_at: '2026-07-16T00:00:00Z',
    });

    const { status, body } = await app.get(`${path}/${id.toUpperCase()}`, key);

    expect(status).to.equal(200);
    expect(body.data).to.eql({
      id,
      kind: 'Recommendation',
      metadata: {
        recommendation_type: 'workload_rightsizing',
        resource_type: 'Deployment',
        resource_name: 'checkout',
        resource_uid: 'e1d5a5b0-0000-4000-8000-000000000001',
        namespace: 'shop',
        cluster: { id: tenant.clusters.east, name: 'east' },
        title: 'Lower the CPU request of checkout',
        description: 'It uses a tenth of it.',
        cause: 'over-provisioned',
        risk_level: 'medium',
        priority: 'medium',
        status: 'applied',
        data_points_analyzed: 20160,
        created_at: '2026-07-15T19:32:30Z',
        updated_at: '2026-07-16T00:00:00Z',
      },
      current: {
        config: config('1'),
        hourly_cost: { amount: '0.1235', currency: 'EUR' },
      },
      recommended: { config: config('250m') },
      applied: { config: config('300m') },
      savings: { estimated_hourly: { amount: '0.0400', currency: 'EUR' } },
      metrics_snapshot: { restarts_total: 3 },
    });
    expect(body.meta).to.not.have.any.keys('pagination', 'basis', 'cost_mode');
  });

  it('returns every field of objects without a schema', async () => {
    const anything = {
      window: { start_at: '2026-07-01T00:00:00Z', end_at: '2026-07-15T00:00:00Z', samples: 20160 },
      cpu: { p50: 0.1, p95: 0.25, 'p99.9': 1e-7 },
      properties: { type: 'object' },
      future: [{ deep: [null, true, '😀', { '': 'empty key' }] }],
      unknown: null,
    };
    const id = await tenant.insert({
      status: 'applied',
      current_config: { ...anything, field: 'current' },
      recommended_config: { ...anything, field: 'recommended' },
      applied_config: { ...anything, field: 'applied' },
      metrics_snapshot: { ...anything, field: 'snapshot' },
    });

    const { data } = (await app.get(`${path}/${id}`, key)).body;

    expect(data.current.config).to.eql({ ...anything, field: 'current' });
    expect(data.recommended.config).to.eql({ ...anything, field: 'recommended' });
    expect(data.applied.config).to.eql({ ...anything, field: 'applied' });
    expect(data.metrics_snapshot).to.eql({ ...anything, field: 'snapshot' });
  });

  it('omits an unknown cost, and has empty objects for missing ones', async () => {
    const unknown = await tenant.insert({});
    const free = await tenant.insert({ current_hourly_cost: '0' });

    const { data } = (await app.get(`${path}/${unknown}`, key)).body;
    const { body: known } = await app.get(`${path}/${free}`, key);

    expect(data.current).to.eql({ config: {} });
    expect(data.recommended).to.eql({ config: {} });
    expect(data.metrics_snapshot).to.eql({});
    expect(known.data.current.hourly_cost).to.eql({ amount: '0.0000', currency: 'EUR' });
  });

  for (const [status, shown] of [
    ['pending', {}],
    ['dismissed', {}],
    ['applied', config('300m')],
    ['archived', config('300m')],
  ] as const) {
    it(`shows ${'containers' in shown ? 'the' : 'no'} applied config when ${status}`, async () => {
      const id = await tenant.insert({ status, applied_config: config('300m') });

      const { body: detail } = await app.get(`${path}/${id}`, key);
      const { body: list } = await app.get(`${path}?status=${status}&limit=500`, key);

      expect(detail.data.metadata.status).to.equal(status);
      expect(detail.data.applied).to.eql({ config: shown });
      const listed = list.data.find((row: { id: string }) => row.id === id);
      expect(listed.applied).to.eql({ config: shown });
    });
  }

  it('answers 400 to an id that is not a UUID', async () => {
    for (const id of ['nonsense', '1', '%20', "'--", 'x'.repeat(300), '%00', 'gr%C3%B6%C3%9Fe']) {
      const { status, body } = await app.get(`${path}/${id}`, key);
      expect([status, body.error.code]).to.eql([400, 'BAD_REQUEST']);
      expect(body.error.details[0].field).to.equal('rec_id');
    }
  });

  it('answers 404 where the organization has no such recommendation', async () => {
    const other = await createTenant(app, 'other', ['foreign']);
    const hidden = await tenant.insert({ recommendation_type: 'node_consolidation' });
    const restricted = await tenant.key([]);
    for (const id of [crypto.randomUUID(), await other.insert({}), hidden]) {
      for (const as of [key, restricted]) {
        const { status, body } = await app.get(`${path}/${id}`, as);
        expect([status, body.error.code]).to.eql([404, 'RECOMMENDATION_NOT_FOUND']);
        expect(body.error.details).to.eql([{ field: 'rec_id', reason: 'not_found' }]);
      }
    }
  });

  it('answers 403 with the cluster if it is not in the allow-list', async () => {
    const id = await tenant.insert({ cluster_id: tenant.clusters.west });
    const allowed = await app.get(`${path}/${id}`, await tenant.key([tenant.clusters.west!]));
    const denied = [
      await app.get(`${path}/${id}`, await tenant.key([tenant.clusters.east!])),
      await app.get(`${path}/${id}`, await tenant.key([])),
    ];

    expect(allowed.status).to.equal(200);
    for (const { status, body } of denied) {
      expect([status, body.error.code]).to.eql([403, 'CLUSTER_ACCESS_DENIED']);
      expect(body.error.details).to.eql([{ cluster_id: tenant.clusters.west }]);
    }
  });

  it('answers 401 without a key and 403 without the scope', async () => {
    const id = await tenant.insert({});
    const scopeless = await app.createKey(tenant.organization, { scopes: [] });
    const unknown = await app.get(`${path}/${id}`);
    const forbidden = await app.get(`${path}/${id}`, scopeless);
    expect([unknown.status, unknown.body.error.code]).to.eql([401, 'UNAUTHORIZED']);
    expect([forbidden.status, forbidden.body.error.code]).to.eql([403, 'FORBIDDEN']);
  });

  for (const { query, status, code, detail } of listRefusals({
    isPaged: false,
    costMode: 'rejects',
    hasBasis: false,
    parameters: {},
  })) {
    it(`answers ${status} ${code} to ?${query}`, async () => {
      const id = await tenant.insert({});
      const response = await app.get(`${path}/${id}?${query}`, key);
      expect(response.status).to.equal(status);
      expect(response.body.error.code).to.equal(code);
      expect(response.body.error.details[0]).to.deep.include(detail);
    });
  }
});
