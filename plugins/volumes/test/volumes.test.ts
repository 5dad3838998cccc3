import {
  bootTestApplication,
  listRefusals,
  type TestApplication,
  walkPages,
} from '@costplane/plugin-testing';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';

const gib = 1024 ** 3;
const code = 'VALIDATION_ERROR' as const;
const tooLong = { bad: ['x'.repeat(254), '\0'], code: 'BAD_REQUEST', isCsv: true } as const;
const filterCases = {
  namespace: tooLong,
  storage_class: tooLong,
  phase: {
    bad: ['bound', 'Lost'],
    code,
    allowed: ['Pending', 'Available', 'Bound', 'Released', 'Failed'],
    isCsv: true,
  },
  claimed: { bad: ['yes', '1'], code, allowed: ['true', 'false'] },
  min_cost_hourly: { bad: ['-1', '1e3', 'much'], code },
} as const;

interface Listed {
  readonly id: string;
  readonly metadata: { readonly name: string };
}

describe('persistent volumes', () => {
  let app: TestApplication;
  let organization: string;
  let cluster: string;
  let key: string;

  before(async () => {
    app = await bootTestApplication({ plugins: [new URL('../src/index.ts', import.meta.url)] });
    organization = await app.createOrganization('acme', 'EUR');
    cluster = await insertCluster('production');
    key = await createKey();
  });
  after(() => app.stop());
  afterEach(() => app.sql('delete from persistent_volumes'));

  const createKey = (allowedClusterIds: readonly string[] | null = null) =>
    app.createKey(organization, {
      scopes: ['volumes:read'],
      allowedClusterIds,
      requestsPerMinute: 100_000,
    });

  async function insertCluster(name: string, of = organization): Promise<string> {
    const id = crypto.randomUUID();
    await app.insert('clusters', { organization_id: of, id, name });
    return id;
  }

  const insert = (name: string, own: Record<string, unknown> = {}, into = cluster) =>
    app.insert('persistent_volumes', {
      organization_id: organization,
      cluster_id: into,
      name,
      storage_class: 'gp3',
      phase: 'Bound',
      capacity_bytes: 10 * gib,
      claim_namespace: 'shop',
      claim_name: name,
      last_seen_at: '2026-07-15T12:00:00Z',
      storage_pv_hourly: '0.5',
      pricing_source: 'price_book',
      cost_updated_at: '2026-07-15T12:00:00Z',
      ...own,
    });
  const unclaimed = {
    claim_namespace: null,
    claim_name: null,
    phase: 'Released',
    // As an ingest writes it; Citus has no trigger that does.
    unclaimed_since: '2026-07-15T12:00:00Z',
  };

  const list = async (query: string, as = key) => {
    const response = await app.get(`/v1/persistent-volumes?${query}`, as);
    expect(response.status, response.text).to.equal(200);
    return response.body;
  };
  const names = (body: { data: Listed[] }) => body.data.map(({ metadata }) => metadata.name);
  const getOne = async (name: string, as = key) => {
    const { data } = await list('');
    const { id } = data.find(({ metadata }: Listed) => metadata.name === name);
    return app.get(`/v1/persistent-volumes/${id}`, as);
  };
  const eur = (amount: string) => ({ amount, currency: 'EUR' });

  it('match the schema, with the workload that claims them', async () => {
    const workload = crypto.randomUUID();
    await app.insert('workloads', {
      organization_id: organization,
      cluster_id: cluster,
      uid: workload,
      kind: 'StatefulSet',
      namespace: 'shop',
      name: 'db',
      cpu_requested_cores: 0,
      memory_requested_bytes: 0,
      cpu_limit_cores: 0,
      memory_limit_bytes: 0,
      pods: 0,
      running_pods: 0,
      containers: 0,
      last_seen_at: '2026-07-15T12:00:00Z',
      cost_updated_at: '2026-07-15T12:00:00Z',
    });
    await insert('data-db-0', { workload_uid: workload, created_at_k8s: '2026-07-01T10:00:00Z' });

    const { status, body } = await getOne('data-db-0');

    expect(status).to.equal(200);
    expect(body.meta.basis).to.equal('all');
    const { id, ...rest } = body.data;
    expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(rest).to.eql({
      kind: 'PersistentVolume',
      metadata: {
        name: 'data-db-0',
        cluster: { id: cluster, name: 'production' },
        storage_class: 'gp3',
        phase: 'Bound',
        claim: { namespace: 'shop', name: 'data-db-0' },
        workload: { uid: workload, kind: 'StatefulSet', name: 'db' },
        created_at_k8s: '2026-07-01T10:00:00Z',
        last_seen_at: '2026-07-15T12:00:00Z',
      },
      capacity: { total_bytes: 10 * gib },
      cost: {
        current_run_rate_hourly: eur('0.5000'),
        components: { 'storage.pv': eur('0.5000') },
        basis: 'all',
        partial: false,
        last_updated_at: '2026-07-15T12:00:00Z',
        pricing_source: 'price_book',
      },
    });
  });

  it('have the time since when they are unclaimed, its cost, and the savings of deletion', async () => {
    await insert('old', unclaimed);
    await app.sql(`update persistent_volumes set last_seen_at = '2026-07-16T13:30:00Z'`);

    const { body } = await getOne('old');

    expect(body.data.metadata).to.not.have.any.keys('claim', 'workload', 'created_at_k8s');
    expect(body.data.unclaimed).to.eql({
      since: '2026-07-15T12:00:00Z',
      cost: eur('12.7500'),
      recommendation: {
        recommendation_type: 'orphaned_volume',
        title: 'Delete volume old',
        description:
          'No claim is bound to volume old of cluster production. ' +
          'Take a snapshot if you still need its data, then delete it.',
        savings: { estimated_hourly: eur('0.5000') },
      },
    });
  });

  it('match the README', async () => {
    await insert('old', unclaimed);
    await insert('cheap', { ...unclaimed, storage_pv_hourly: '0.1' });
    await insert('claimed', { storage_pv_hourly: '9' });
    await app.sql(`update persistent_volumes set last_seen_at = '2026-07-16T13:30:00Z'`);
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const [, query = '', shown = ''] =
      /persistent-volumes\?(\S+)' \|\n.+data\[0\]\.unclaimed'\n([^]*?)```/.exec(readme) ?? [];

    const { data } = await list(query);

    expect(data).to.have.length(2);
    expect(data[0].unclaimed).to.eql(JSON.parse(shown));
  });

  it('omit amounts with an unknown price', async () => {
    await insert('unknown', { ...unclaimed, storage_pv_hourly: null, pricing_source: 'unknown' });

    const { cost, unclaimed: since } = (await getOne('unknown')).body.data;

    expect(cost).to.eql({
      basis: 'all',
      partial: true,
      last_updated_at: '2026-07-15T12:00:00Z',
      pricing_source: 'unknown',
    });
    expect(since).to.not.have.property('cost');
    expect(since.recommendation.savings).to.eql({});
  });

  it('are sorted by rounded price, without a price last, with any page size', async () => {
    await insert('unknown', { storage_pv_hourly: null });
    await insert('free', { storage_pv_hourly: '0' });
    await insert('second', { storage_pv_hourly: '1.0001' });
    await insert('first', { storage_pv_hourly: '2' });
    await insert('gone', { gone_at: '2026-07-15T12:00:00Z' });

    expect(names(await list(''))).to.eql(['first', 'second', 'free', 'unknown']);
    for (const limit of [1, 3]) {
      const walked = await walkPages(app, '/v1/persistent-volumes', key, limit);
      expect(names({ data: walked as Listed[] })).to.eql(['first', 'second', 'free', 'unknown']);
    }
  });

  describe('filters', () => {
    beforeEach(async () => {
      await insert('claimed', { storage_class: 'fast', storage_pv_hourly: '1' });
      await insert('other', { claim_namespace: 'data', storage_pv_hourly: '0.25' });
      await insert('left', { ...unclaimed, storage_pv_hourly: '0.1' });
    });
    const cases: [query: string, expected: string[]][] = [
      ['claimed=true', ['claimed', 'other']],
      ['claimed=false', ['left']],
      ['namespace=shop', ['claimed']],
      ['namespace=shop,data', ['claimed', 'other']],
      ['namespace=shop&claimed=false', []],
      ['storage_class=fast', ['claimed']],
      ['phase=Released,Failed', ['left']],
      ['min_cost_hourly=0.25', ['claimed', 'other']],
    ];
    for (const [query, expected] of cases) {
      it(`show ${expected.join(', ') || 'nothing'} for ?${query}`, async () => {
        const everywhere = await list(`${query}&include_total=true`);
        const path = `/v1/clusters/${cluster}/persistent-volumes?${query}`;
        expect(names(everywhere)).to.eql(expected);
        expect(everywhere.meta.pagination.total_count).to.equal(expected.length);
        expect(names((await app.get(path, key)).body)).to.eql(expected);
      });
    }
  });

  describe('refusals', () => {
    const shared = { isPaged: true, costMode: 'rejects', hasBasis: false } as const;
    const refusals = listRefusals({
      parameters: {
        ...filterCases,
        cluster_id: { bad: ['x'], code: 'INVALID_CLUSTER_ID', isCsv: true },
      },
      ...shared,
    }).filter(({ query }) => query !== 'basis=all');
    for (const { query, status, code: expected, detail } of refusals) {
      it(`${status} ${expected} to ?${query.slice(0, 60)}`, async () => {
        const response = await app.get(`/v1/persistent-volumes?${query}`, key);
        expect([response.status, response.body.error.code]).to.eql([status, expected]);
        expect(response.body.error.details[0]).to.deep.include(detail);
      });
    }

    it('422 to basis=legacy, which has no volumes', async () => {
      const { status, body } = await app.get('/v1/persistent-volumes?basis=legacy', key);
      expect([status, body.error.details[0].allowed]).to.eql([422, ['all']]);
    });

    it('404 for an unknown volume, 400 for an invalid id', async () => {
      const get = async (id: string) => {
        const { status, body } = await app.get(`/v1/persistent-volumes/${id}`, key);
        return [status, body.error.code, body.error.message];
      };
      expect(await get(crypto.randomUUID())).to.eql([
        404,
        'BAD_REQUEST',
        'There is no such persistent volume in the organization.',
      ]);
      expect((await get('nonsense')).slice(0, 2)).to.eql([400, 'BAD_REQUEST']);
    });
  });

  it('are those of the clusters of the key', async () => {
    const staging = await insertCluster('staging');
    await insert('here');
    await insert('there', {}, staging);
    const only = await createKey([staging]);

    expect(names(await list('', only))).to.eql(['there']);
    expect(names(await list(`cluster_id=${cluster}`, only))).to.eql([]);
    expect((await getOne('here', only)).status).to.equal(403);
    expect((await getOne('there', only)).status).to.equal(200);
    const path = `/v1/clusters/${cluster}/persistent-volumes`;
    expect((await app.get(path, only)).status).to.equal(403);
  });

  it('are those of the organization of the key', async () => {
    const other = await app.createOrganization('other');
    await insert('ours');
    const foreign = await app.createKey(other, { scopes: ['volumes:read'] });

    expect(names(await list('', foreign))).to.eql([]);
    expect((await getOne('ours', foreign)).status).to.equal(404);
  });
});
