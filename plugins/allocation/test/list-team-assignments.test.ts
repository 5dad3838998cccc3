import { skipOnCitus, walkPages } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { bootEstate, type Estate, toUuid } from './estate.ts';

describe('GET /v1/teams/{team_id}/assignments', () => {
  let estate: Estate;
  let east: string;
  let west: string;
  let team: string;
  let path: string;

  before(async () => {
    estate = await bootEstate();
  });
  after(() => estate.app.stop());
  beforeEach(async () => {
    east = await estate.cluster('east');
    west = await estate.cluster('west');
    team = await estate.team('core');
    path = `/v1/teams/${team}/assignments`;
  });
  afterEach(() => estate.clear());

  const listIds = async (query: string, key = estate.key) =>
    (await estate.read(`${path}?${query}`, key)).data.map(({ id }: { id: string }) => id);

  it('returns the complete body, by id', async () => {
    const web = await estate.workload(east, 'shop');
    const label = await estate.assign(team, west, ['namespace', 'shop'], {
      id: toUuid(2),
      source: 'k8s_label',
    });
    const manual = await estate.assign(team, east, ['workload', web], {
      id: toUuid(1),
      entity_name: 'web',
      entity_namespace: 'shop',
      weight_percentage: '33.25',
      assigned_by_user_id: 'user-7',
      created_at: '2026-07-01T08:00:00Z',
      updated_at: '2026-07-02T08:00:00Z',
    });

    const { data, meta } = await estate.read(path);

    expect(data.map(({ id }: { id: string }) => id)).to.eql([manual, label]);
    expect(data[0]).to.eql({
      id: manual,
      kind: 'TeamAssignment',
      metadata: {
        team: { id: team, name: 'core' },
        cluster: { id: east, name: 'east' },
        entity_type: 'workload',
        entity_identifier: web,
        entity_name: 'web',
        entity_namespace: 'shop',
        weight_percentage: 33.25,
        source: 'user_manual',
        assigned_by_user_id: 'user-7',
        created_at: '2026-07-01T08:00:00Z',
        updated_at: '2026-07-02T08:00:00Z',
      },
    });
    expect(data[1].metadata).to.include({ source: 'k8s_label', assigned_by_user_id: null });
    expect(data[1].metadata.weight_percentage).to.equal(100);
    expect(meta).to.not.have.any.keys('cost_mode', 'basis');
  });

  it('shows an entity that two sources assign once, with its total weight', async () => {
    const first = await estate.assign(team, east, ['namespace', 'shop'], {
      id: toUuid(1),
      weight_percentage: '25.5',
    });
    await estate.assign(team, east, ['namespace', 'shop'], {
      id: toUuid(2),
      source: 'namespace_auto',
      weight_percentage: '14.5',
    });
    const others = await estate.team('others');
    await estate.assign(others, east, ['namespace', 'shop'], { weight_percentage: '60' });

    const { data, meta } = await estate.read(`${path}?include_total=true`);

    expect(data).to.have.length(1);
    expect(data[0].id).to.equal(first);
    expect(data[0].metadata).to.include({ weight_percentage: 40, source: 'user_manual' });
    expect(meta.pagination.total_count).to.equal(1);
    expect(await listIds('source=namespace_auto')).to.eql([]);
  });

  it('does not show a label for a manually assigned entity', async function () {
    skipOnCitus(this, 'there are no triggers, which delete such a label');
    await estate.assign(team, east, ['namespace', 'shop'], { source: 'k8s_label' });
    const others = await estate.team('others');
    await estate.assign(others, east, ['namespace', 'shop']);

    expect(await listIds('')).to.eql([]);
  });

  for (const limit of [1, 7, 100, 500]) {
    it(`walks each exactly once in pages of ${limit}`, async () => {
      const many = limit === 1 ? 40 : 1001;
      await estate.app.sql(
        `insert into team_assignments (organization_id, team_id, cluster_id, entity_type,
            entity_identifier, entity_name, entity_namespace, weight_percentage, source)
          select $1, $2, cluster, 'namespace', 'ns ' || n, 'ns ' || n, 'ns ' || n, 100, 'k8s_label'
          from generate_series(1, $4) n, unnest($3::uuid[]) as cluster`,
        [estate.organization, team, [east, west], many],
      );

      const walked = await walkPages(estate.app, `${path}?cluster_id=${east}`, estate.key, limit);

      const ids = walked.map(({ id }) => id);
      expect(ids).to.eql([...new Set(ids)].sort());
      expect(ids).to.have.length(many);
      const { meta } = await estate.read(`${path}?include_total=true&limit=1`);
      expect(meta.pagination.total_count).to.equal(2 * many);
    });
  }

  describe('filters', () => {
    beforeEach(async () => {
      const web = await estate.workload(east, 'shop');
      await estate.assign(team, east, ['workload', web], { id: toUuid(1) });
      await estate.assign(team, east, ['namespace', 'shop'], {
        id: toUuid(2),
        source: 'k8s_label',
      });
      await estate.assign(team, west, ['namespace', 'shop'], {
        id: toUuid(3),
        source: 'Füße % 100',
      });
    });

    const cases: [query: string, expected: number[]][] = [
      ['entity_type=workload', [1]],
      ['entity_type=namespace', [2, 3]],
      ['entity_type=namespace,workload', [1, 2, 3]],
      ['entity_type=Namespace', []],
      ['entity_type=node', []],
      ['entity_type=node,workload', [1]],
      ['source=user_manual', [1]],
      ['source=k8s_label,user_manual', [1, 2]],
      ['source=backfill_v1', []],
      [`source=${encodeURIComponent('Füße % 100')}`, [3]],
      [`source=${encodeURIComponent('%')}`, []],
      [`source=${encodeURIComponent("x' or 1=1 --")}`, []],
      ['entity_type=namespace&source=k8s_label', [2]],
      ['entity_type=workload&source=k8s_label', []],
    ];
    for (const [query, expected] of cases) {
      it(`answers ${query} with ${expected.length === 0 ? 'nothing' : expected.join(', ')}`, async () => {
        expect(await listIds(query)).to.eql(expected.map(toUuid));
      });
    }

    it('by cluster, alone and with others; foreign clusters match nothing', async () => {
      expect(await listIds(`cluster_id=${east}`)).to.eql([1, 2].map(toUuid));
      expect(await listIds(`cluster_id=${east},${west}`)).to.eql([1, 2, 3].map(toUuid));
      expect(await listIds(`cluster_id=${west}&entity_type=namespace`)).to.eql([toUuid(3)]);
      expect(await listIds(`cluster_id=${crypto.randomUUID()}`)).to.eql([]);
    });

    it('shows a key its own clusters, and silently omits others', async () => {
      const restricted = await estate.createKey([east]);
      const nothing = await estate.createKey([]);

      expect(await listIds('', restricted)).to.eql([1, 2].map(toUuid));
      expect(await listIds(`cluster_id=${east},${west}`, restricted)).to.eql([1, 2].map(toUuid));
      expect(await listIds(`cluster_id=${west}`, restricted)).to.eql([]);
      const { data, meta } = await estate.read(`${path}?include_total=true`, nothing);
      expect(data).to.eql([]);
      expect(meta.pagination.total_count).to.equal(0);
    });
  });

  it('accepts any cost_mode, and does not echo it', async () => {
    const { meta } = await estate.read(`${path}?cost_mode=nonsense`);
    expect(meta).to.not.have.any.keys('cost_mode');
  });

  it('answers 400 to an id that is not a UUID, and 404 to a team of another organization', async () => {
    const other = await estate.app.createOrganization(`other ${crypto.randomUUID()}`);
    const cases = [
      ['/v1/teams/nonsense/assignments', estate.key, 400, 'BAD_REQUEST'],
      [`/v1/teams/${crypto.randomUUID()}/assignments`, estate.key, 404, 'TEAM_NOT_FOUND'],
      [
        `/v1/teams/${crypto.randomUUID()}/assignments`,
        await estate.createKey([]),
        404,
        'TEAM_NOT_FOUND',
      ],
      [path, await estate.createKey(null, other), 404, 'TEAM_NOT_FOUND'],
    ] as const;

    for (const [url, key, status, code] of cases) {
      const response = await estate.app.get(url, key);
      expect([response.status, response.body.error.code], url).to.eql([status, code]);
      expect(response.body.error.details[0]).to.include({ field: 'team_id' });
    }
  });
});
