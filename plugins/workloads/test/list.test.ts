import { expect } from 'chai';
import { alpha, beta, bootWorkloads } from './workload-application.ts';
import { workloadRow } from './workload-rows.ts';

const toUid = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;

describe('plugin workloads: lists', () => {
  let application: Awaited<ReturnType<typeof bootWorkloads>>;
  before(async () => {
    application = await bootWorkloads();
  });
  after(() => application.app.stop());
  beforeEach(async () => {
    await application.insert('clusters', { id: alpha, name: 'alpha' });
    await application.insert('clusters', { id: beta, name: 'beta' });
  });
  afterEach(() => application.clear());

  const insert = async (...rows: Record<string, unknown>[]) => {
    for (const row of rows) await application.insertWorkload(row);
  };
  /** What is found, by name and not in its order, and as many as the total says. */
  const found = async (query: string, key?: string) => {
    const body = await application.read(`/v1/workloads?include_total=true&${query}`, key);
    const names: string[] = body.data.map(
      (row: { metadata: { name: string } }) => row.metadata.name,
    );
    expect(body.meta.pagination.total_count).to.equal(names.length);
    return names.sort();
  };
  const encode = encodeURIComponent;

  describe('the order', () => {
    it('is by run rate, ties by id, then by cluster, unknown costs last', async () => {
      await insert(
        { name: 'cheap', compute_cpu_hourly: '0.5' },
        { name: 'unknown', ...unknownCost },
        { name: 'twin in beta', uid: toUid(3), cluster_id: beta, compute_cpu_hourly: '2' },
        { name: 'twin in alpha', uid: toUid(3), compute_cpu_hourly: '2' },
        { name: 'second by id', uid: toUid(2), cluster_id: beta, compute_cpu_hourly: '2' },
        { name: 'free', compute_cpu_hourly: '0', compute_ram_hourly: '0' },
        { name: 'first by id', uid: toUid(1), compute_cpu_hourly: '2' },
        { name: 'dear', cluster_id: beta, compute_cpu_hourly: '3' },
      );

      expect(await application.names('/v1/workloads')).to.eql([
        'dear',
        'first by id',
        'second by id',
        'twin in alpha',
        'twin in beta',
        'cheap',
        'free',
        'unknown',
      ]);
      expect(await application.names(`/v1/clusters/${alpha}/workloads`)).to.eql([
        'first by id',
        'twin in alpha',
        'cheap',
        'free',
        'unknown',
      ]);
    });

    it('is that of the rounded amount, so that ties in four decimals are broken by id', async () => {
      await insert(
        { name: 'second', uid: toUid(2), compute_cpu_hourly: '1.00004' },
        { name: 'first', uid: toUid(1), compute_cpu_hourly: '1.00001' },
      );

      expect(await application.names('/v1/workloads')).to.eql(['first', 'second']);
    });

    it('is over the requested basis', async () => {
      await insert(
        { name: 'compute', compute_cpu_hourly: '2', storage_pv_hourly: '0' },
        { name: 'storage', compute_cpu_hourly: '1', storage_pv_hourly: '5' },
      );

      const legacy = await application.read('/v1/workloads');
      const all = await application.read(`/v1/clusters/${alpha}/workloads?basis=all`);

      expect(legacy.meta.basis).to.equal('legacy');
      expect(legacy.data[0].metadata.name).to.equal('compute');
      expect(legacy.data[0].cost).to.include({ basis: 'legacy', partial: false });
      expect(legacy.data[0].cost.components).to.not.have.property('storage.pv');
      expect(all.meta.basis).to.equal('all');
      expect(all.data[0].metadata.name).to.equal('storage');
      expect(all.data[0].cost).to.include({ basis: 'all', partial: true });
      expect(all.data[0].cost.current_run_rate_hourly.amount).to.equal('6.5000');
      expect(all.data[0].cost.components['storage.pv'].amount).to.equal('5.0000');
    });
  });

  describe('every filter', () => {
    beforeEach(() =>
      insert(
        { name: 'api', namespace: 'shop', has_hpa: true, compute_cpu_hourly: '3' },
        { name: 'db', namespace: 'shop', kind: 'StatefulSet', compute_cpu_hourly: '2' },
        {
          name: 'agent',
          namespace: 'kube-system',
          kind: 'DaemonSet',
          cluster_id: beta,
          has_hpa: true,
          compute_cpu_hourly: '1',
        },
        { name: 'nightly', namespace: 'batch', kind: 'CronJob', compute_cpu_hourly: '0' },
        { name: 'import', namespace: 'batch', kind: 'Job', cluster_id: beta, ...unknownCost },
        { name: 'canary', namespace: 'Shop', kind: 'Rollout', compute_cpu_hourly: '2' },
      ),
    );

    for (const [query, names] of [
      ['', ['agent', 'api', 'canary', 'db', 'import', 'nightly']],
      [`cluster_id=${beta}`, ['agent', 'import']],
      [`cluster_id=${beta.toUpperCase()}`, ['agent', 'import']],
      [`cluster_id=${beta}&cluster_id=${alpha},${beta}&has_hpa=true`, ['agent', 'api']],
      [`cluster_id=${toUid(9)}`, []],
      [`cluster_id=${toUid(9)},${beta}`, ['agent', 'import']],
      ['namespace=shop', ['api', 'db']],
      ['namespace=Shop', ['canary']],
      ['namespace=SHOP', []],
      ['namespace=sho', []],
      ['namespace=shop,batch', ['api', 'db', 'import', 'nightly']],
      ['namespace=shop&namespace=batch', ['api', 'db', 'import', 'nightly']],
      ['kind=Deployment', ['api']],
      ['kind=StatefulSet,DaemonSet', ['agent', 'db']],
      ['has_hpa=true', ['agent', 'api']],
      ['has_hpa=false', ['canary', 'db', 'import', 'nightly']],
      ['min_cost_hourly=0', ['agent', 'api', 'canary', 'db', 'nightly']],
      ['min_cost_hourly=2.5', ['api', 'canary', 'db']],
      ['min_cost_hourly=2.50001', ['api']],
      [`namespace=shop&cluster_id=${beta}`, []],
      [`namespace=batch&cluster_id=${beta}`, ['import']],
      ['namespace=shop&kind=StatefulSet', ['db']],
      ['namespace=shop,kube-system&has_hpa=true', ['agent', 'api']],
      ['namespace=batch,shop&min_cost_hourly=0.5', ['api', 'db', 'nightly']],
      ['namespace=batch,shop&min_cost_hourly=3', ['api']],
      [`kind=DaemonSet,Deployment&cluster_id=${alpha}`, ['api']],
      ['kind=Deployment,StatefulSet&has_hpa=false', ['db']],
      ['kind=Deployment,StatefulSet&min_cost_hourly=3', ['api']],
      [`has_hpa=true&cluster_id=${alpha}`, ['api']],
      ['has_hpa=false&min_cost_hourly=0.5', ['canary', 'db', 'nightly']],
      [`min_cost_hourly=0&cluster_id=${beta}`, ['agent']],
      ['namespace=shop&kind=Deployment&has_hpa=false', []],
    ] as const) {
      it(`?${query.replaceAll(/0{8}-[-0-9a-f]*/gi, 'id')} finds ${names.join(', ') || 'nothing'}`, async () => {
        expect(await found(query)).to.eql(names);
      });
    }

    it('except the cluster filter works in the list of a cluster', async () => {
      const inCluster = async (query: string) =>
        (await application.names(`/v1/clusters/${alpha}/workloads?${query}`)).sort();

      expect(await inCluster('')).to.eql(['api', 'canary', 'db', 'nightly']);
      expect(await inCluster('namespace=shop,kube-system')).to.eql(['api', 'db']);
      expect(await inCluster('kind=DaemonSet,StatefulSet')).to.eql(['db']);
      expect(await inCluster('has_hpa=true')).to.eql(['api']);
      expect(await inCluster('min_cost_hourly=1&namespace=shop')).to.eql(['api', 'db']);
      expect(await inCluster('team=none')).to.eql([]);
    });
  });

  describe('min_cost_hourly', () => {
    beforeEach(() =>
      insert(
        { name: 'below', ...unknownCost, compute_cpu_hourly: '0.99994' },
        { name: 'rounded up', ...unknownCost, compute_cpu_hourly: '0.99995' },
        { name: 'storage', ...unknownCost, storage_pv_hourly: '1' },
        { name: 'unknown', ...unknownCost },
      ),
    );

    for (const [query, names] of [
      ['min_cost_hourly=1', ['rounded up']],
      ['min_cost_hourly=1.0000', ['rounded up']],
      ['min_cost_hourly=0.9999', ['below', 'rounded up']],
      ['min_cost_hourly=0.99991', ['rounded up']],
      ['min_cost_hourly=1.00000000000000000000000000000000001', []],
      ['min_cost_hourly=0', ['below', 'rounded up']],
      ['min_cost_hourly=1&basis=all', ['rounded up', 'storage']],
      ['min_cost_hourly=0&basis=all', ['below', 'rounded up', 'storage']],
      ['min_cost_hourly=9999999999999999999999999999999999999999', []],
    ] as const) {
      it(`?${query} compares four decimals and finds ${names.join(', ') || 'nothing'}`, async () => {
        expect(await found(query)).to.eql(names);
      });
    }
  });

  describe('invalid input', () => {
    for (const text of [
      "x' or 1=1 --",
      '%',
      's_op',
      'sh%',
      'räum',
      '名前',
      '🦊',
      '\\',
      '"',
      'a b',
    ]) {
      it(`matches ${text} literally, in every text filter`, async () => {
        const team = await application.insertNamed('teams', { name: 'ops' });
        await insert({ name: 'bystander', namespace: 'shop' });
        await application.assign(['namespace', 'shop'], team);
        for (const filter of ['namespace', 'team', 'department']) {
          expect(await found(`${filter}=${encode(text)}`)).to.eql([]);
        }

        const department = await application.insertNamed('departments', { name: text });
        const named = await application.insertNamed('teams', {
          name: text,
          department_id: department,
        });
        await insert({ name: 'here', namespace: text });
        await application.assign(['namespace', text], named);
        for (const filter of ['namespace', 'team', 'department']) {
          expect(await found(`${filter}=${encode(text)}`)).to.eql(['here']);
        }
      });
    }

    it('accepts as many clusters as a URL holds, and refuses a longer one', async () => {
      await insert({ name: 'here' });
      const ids = (length: number) => Array.from({ length }, () => crypto.randomUUID());
      const { app, key } = application;

      expect(await found(`cluster_id=${[...ids(430), alpha].join(',')}`)).to.eql(['here']);
      const tooLong = await app.get(`/v1/workloads?cluster_id=${ids(1000).join(',')}`, key);
      expect([tooLong.status, tooLong.body.error.code]).to.eql([414, 'BAD_REQUEST']);
    });

    it('accepts a thousand names, and refuses more', async () => {
      await insert({ name: 'here', namespace: 'n999' });
      const names = (length: number) => Array.from({ length }, (_, index) => `n${index}`).join(',');
      const { app, key } = application;

      for (const filter of ['namespace', 'team', 'department']) {
        const expected = filter === 'namespace' ? ['here'] : [];
        expect(await found(`${filter}=${names(1000)}`)).to.eql(expected);
        const { status, body } = await app.get(`/v1/workloads?${filter}=${names(1001)}`, key);
        expect([status, body.error.code]).to.eql([400, 'BAD_REQUEST']);
      }
    });

    it('refuses a cursor of another list and of other filters', async () => {
      await insert({ name: 'a' }, { name: 'b' });
      const { app, key } = application;
      const { meta } = await application.read('/v1/workloads?limit=1&namespace=shop');
      const cursor = `cursor=${meta.pagination.next_cursor}`;

      const elsewhere = await app.get(`/v1/clusters/${alpha}/workloads?limit=1&${cursor}`, key);
      const changed = await app.get(`/v1/workloads?limit=1&namespace=batch&${cursor}`, key);

      expect([elsewhere.status, elsewhere.body.error.code]).to.eql([400, 'INVALID_CURSOR']);
      expect([changed.status, changed.body.error.code]).to.eql([410, 'CURSOR_EXPIRED']);
      expect(changed.body.error.details[0]).to.include({ reason: 'query_changed' });
    });
  });

  describe('what a key sees', () => {
    it('is limited to its allow-list, also with a filter', async () => {
      await insert({ name: 'seen' }, { name: 'unseen', cluster_id: beta });
      const team = await application.insertNamed('teams', { name: 'ops' });
      await application.assign(['namespace', 'shop'], team);
      await application.assign(['namespace', 'shop'], team, { cluster_id: beta });
      const restricted = await application.createKey([alpha]);
      const nothing = await application.createKey([]);

      for (const query of [
        '',
        'namespace=shop',
        'team=ops',
        'kind=Deployment',
        `cluster_id=${alpha},${beta}`,
      ]) {
        expect(await found(query, restricted)).to.eql(['seen']);
        expect(await found(query, nothing)).to.eql([]);
        expect(await found(query)).to.eql(['seen', 'unseen']);
      }
      expect(await found(`cluster_id=${beta}`, restricted)).to.eql([]);
    });

    it('does not include other organizations', async () => {
      const { app } = application;
      const other = await app.createOrganization(`other ${crypto.randomUUID()}`);
      const foreign = { organization_id: other, id: crypto.randomUUID(), name: 'foreign' };
      await app.insert('clusters', foreign);
      await app.insert('workloads', {
        ...workloadRow({ cluster_id: foreign.id, name: 'foreign' }),
        organization_id: other,
      });
      await app.insert('teams', { organization_id: other, id: toUid(1), name: 'ops' });
      await app.insert('team_assignments', {
        organization_id: other,
        team_id: toUid(1),
        cluster_id: foreign.id,
        entity_type: 'namespace',
        entity_identifier: 'shop',
        entity_name: 'shop',
        entity_namespace: 'shop',
        weight_percentage: '100',
        source: 'user_manual',
      });
      await insert({ name: 'mine' });

      expect(await found('')).to.eql(['mine']);
      expect(await found('namespace=shop')).to.eql(['mine']);
      expect(await found(`cluster_id=${foreign.id}`)).to.eql([]);
      expect(await found('team=ops')).to.eql([]);
    });

    it('does not include deleted workloads', async () => {
      const team = await application.insertNamed('teams', { name: 'ops' });
      await insert({ name: 'here' }, { name: 'gone', gone_at: '2026-07-15T19:30:00Z' });
      await application.assign(['namespace', 'shop'], team);

      for (const query of ['', 'namespace=shop', `cluster_id=${alpha}`, 'team=ops']) {
        expect(await found(query)).to.eql(['here']);
      }
      expect(await application.names(`/v1/clusters/${alpha}/workloads`)).to.eql(['here']);
    });
  });

  it('shows every kind by its real name', async () => {
    const kinds = ['CronJob', 'DaemonSet', 'Deployment', 'Job', 'Rollout', 'StatefulSet'];
    await insert(...kinds.map((kind) => ({ name: kind, kind })));

    const { data } = await application.read('/v1/workloads');

    for (const row of data) {
      expect(row.kind).to.equal('Workload');
      expect(row.metadata.workload_kind).to.equal(row.metadata.name);
    }
    expect(await found('')).to.eql(kinds);
  });

  it('names the cluster of each row, and that of the path in the list of a cluster', async () => {
    await insert({ name: 'a' }, { name: 'b', cluster_id: beta });

    const everywhere = await application.read('/v1/workloads');
    const inCluster = await application.read(`/v1/clusters/${beta.toUpperCase()}/workloads`);

    const nameAndCluster = ({ metadata }: { metadata: { name: string; cluster: object } }) => [
      metadata.name,
      metadata.cluster,
    ];
    expect(everywhere.data.map(nameAndCluster)).to.have.deep.members([
      ['a', { id: alpha, name: 'alpha' }],
      ['b', { id: beta, name: 'beta' }],
    ]);
    expect(inCluster.data.map(nameAndCluster)).to.eql([['b', { id: beta, name: 'beta' }]]);
  });

  for (const path of ['/v1/workloads', `/v1/clusters/${alpha}/workloads`]) {
    it(`echoes the cost mode, which changes no amount: ${path}`, async () => {
      await insert({ name: 'a' });

      const byDefault = await application.read(path);
      expect(byDefault.meta.cost_mode).to.equal('fully_loaded');
      for (const mode of ['fully_loaded', 'workload_only']) {
        const { data, meta } = await application.read(`${path}?cost_mode=${mode}`);
        expect(meta.cost_mode).to.equal(mode);
        expect(data[0].cost.cost_mode).to.equal(mode);
        expect(data[0].cost.current_run_rate_hourly.amount).to.equal('1.5000');
      }
    });
  }
});

const unknownCost = {
  compute_cpu_hourly: null,
  compute_ram_hourly: null,
  compute_gpu_hourly: null,
};
