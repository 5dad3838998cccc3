import { expect } from 'chai';
import { Ledger, type Owner } from './ledger.ts';

const day = { start_date: '2026-07-01', end_date: '2026-07-01' };
const toUuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const costs = { memory: 0, gpu: 0, idle: 0, overhead: 0 };
const names = (body: object) => ({ ...day, ...body });

describe('sorting and paging of the cost explorer', () => {
  let ledger: Ledger;
  let cluster: string;

  before(async () => {
    ledger = await Ledger.boot();
  });
  after(() => ledger.app.stop());
  beforeEach(async () => {
    await ledger.clear();
    cluster = await ledger.cluster(toUuid(1));
  });

  const workload = (name: string, own: object = {}, kind = 'Deployment', namespace = 'shop') =>
    ledger.owner(cluster, [kind, namespace, name], { ...own });

  /** One container of each owner, on one node. */
  async function spend(facts: readonly (readonly [Owner, object])[], date = '2026-07-01') {
    const node = ledger.node('n');
    await ledger.spend(cluster, date, {
      containers: facts.map(([owner, own]) => ({
        owner,
        node,
        container: 'c',
        pod: [crypto.randomUUID(), 'p'] as const,
        ...costs,
        cpu: 0,
        ...own,
      })),
    });
  }

  it('puts the most expensive first, ties by name, then by uid, unknown costs last', async () => {
    const unknown = { cpu: null, memory: null, gpu: null, idle: null, overhead: null };
    await spend([
      [await workload('nobody knows'), unknown],
      [await workload('cheap'), { cpu: 1 }],
      [await workload('twin', { owner_uid: toUuid(8) }), { cpu: 2 }],
      [await workload('twin', { owner_uid: toUuid(7) }), { cpu: 2 }],
      [await workload('Twin'), { cpu: 2 }],
      [await workload('dear'), { cpu: 10 }],
      [await workload('free'), {}],
    ]);

    const { rows } = await ledger.query(names({}));

    const found = rows.map((row: Record<string, string>) => row.workloadName);
    expect(found).to.eql(['dear', 'Twin', 'twin', 'twin', 'cheap', 'free', 'nobody knows']);
    expect(rows[2].workloadUid).to.equal(toUuid(7));
    expect(rows[6]).not.to.have.any.keys('totalCost', 'cpuCost', 'costSharePercent');
    const ascending = await ledger.column('workloadName', names({ sort_order: 'asc' }));
    expect(ascending).to.eql(['free', 'cheap', 'Twin', 'twin', 'twin', 'dear', 'nobody knows']);
  });

  it('breaks ties of uids by the cluster', async () => {
    const other = await ledger.cluster(toUuid(2));
    for (const id of [other, cluster]) {
      const owner = await ledger.owner(id, ['Deployment', 'shop', 'restored'], {
        owner_uid: toUuid(9),
      });
      await ledger.spend(id, '2026-07-01', { idlers: [owner], cluster: { name: id } });
    }

    expect(await ledger.column('clusterId', names({}))).to.eql([cluster, other]);
  });

  it('sorts by the rounded amount', async () => {
    await spend([
      [await workload('second'), { cpu: '1.00004' }],
      [await workload('first'), { cpu: '1.00001' }],
    ]);

    expect(await ledger.column('workloadName', names({}))).to.eql(['first', 'second']);
  });

  it('adds up small amounts before it rounds them', async () => {
    await spend([[await workload('a'), { cpu: '0.00004', memory: '0.00004', idle: '0.00004' }]]);

    const { rows, summary } = await ledger.query(names({}));

    expect(rows[0]).to.include({ cpuCost: '0.0000', totalCost: '0.0001' });
    expect(summary.totalCost).to.equal('0.0001');
  });

  it('sorts by every field of the rows', async () => {
    const low = { cpuRequested: 1, cpuUsed: 0.1, memoryRequested: 1, memoryUsed: 0.1 };
    const high = { cpuRequested: 4, cpuUsed: 3, memoryRequested: 4, memoryUsed: 3 };
    const a = await ledger.owner(cluster, ['DaemonSet', 'aaa', 'a'], { owner_uid: toUuid(5) });
    const first = cluster;
    await ledger.spend(first, '2026-07-01', {
      containers: [
        {
          owner: a,
          node: ledger.node('n'),
          container: 'c',
          pod: [toUuid(6), 'p'],
          cpu: 1,
          memory: 1,
          gpu: 1,
          idle: 1,
          overhead: 1,
          ...low,
        },
      ],
      volumes: [{ owner: a, storage: 2, management: 0 }],
    });
    cluster = await ledger.cluster(toUuid(2));
    const b = await ledger.owner(cluster, ['Deployment', 'bbb', 'b'], { owner_uid: toUuid(6) });
    const node = ledger.node('nn', {
      instance_type: 'z9',
      uid: 'ffffffff-0000-4000-8000-000000000000',
    });
    await ledger.spend(cluster, '2026-07-01', {
      cluster: { name: 'zone' },
      containers: [
        {
          owner: b,
          node,
          container: 'cc',
          pod: [toUuid(7), 'pp'],
          cpu: 2,
          memory: 2,
          gpu: 2,
          idle: 2,
          overhead: 2,
          ...high,
        },
      ],
      volumes: [{ owner: b, storage: 3, management: 0 }],
    });
    const measures = [
      'totalCost',
      'cpuCost',
      'memoryCost',
      'gpuCost',
      'idleCost',
      'overheadCost',
      'cpuCoreHoursRequested',
      'cpuCoreHoursUsed',
      'memoryGibHoursRequested',
      'memoryGibHoursUsed',
      'cpuEfficiencyPercent',
      'memoryEfficiencyPercent',
      'costSharePercent',
    ];
    const inCluster = ['clusterId', 'clusterName'];
    const fields: Record<string, string[]> = {
      workload: ['workloadName', 'workloadUid', 'workloadKind', 'namespace', 'storageCost'],
      namespace: ['namespace', 'storageCost'],
      controller_kind: ['workloadKind'],
      pod: ['podName', 'podUid', 'namespace', 'workloadName', 'workloadKind'],
      container: ['containerName', 'podName', 'podUid', 'namespace', 'workloadName'],
      node: ['nodeName', 'nodeUid', 'instanceType'],
      instance_type: ['instanceType'],
    };

    for (const [groupBy, own] of Object.entries(fields)) {
      for (const field of [...own, ...inCluster, ...measures]) {
        const body = { group_by: groupBy, sort_by: field, basis: 'all' };
        const up = await ledger.column('clusterId', names({ ...body, sort_order: 'asc' }));
        const down = await ledger.column('clusterId', names({ ...body, sort_order: 'desc' }));

        expect(up, `${groupBy} by ${field}`).to.eql([first, cluster]);
        expect(down, `${groupBy} by ${field}`).to.eql([cluster, first]);
      }
    }
  });

  it('sorts rows without the field last in both orders, by name', async () => {
    await spend([
      [await workload('c'), { cpuRequested: 1, cpuUsed: 1 }],
      [await workload('b'), { cpuRequested: 1, cpuUsed: null }],
      [await workload('a'), { cpuRequested: 0, cpuUsed: 1 }],
    ]);

    for (const order of ['asc', 'desc']) {
      const body = { sort_by: 'cpuEfficiencyPercent', sort_order: order };
      expect(await ledger.column('workloadName', names(body))).to.eql(['c', 'a', 'b']);
    }
    // No row has it in this mode.
    const body = { sort_by: 'idleCost', cost_mode: 'workload_only' };
    expect(await ledger.column('workloadName', names(body))).to.eql(['a', 'b', 'c']);
  });

  describe('search', () => {
    beforeEach(async () => {
      await spend([
        [await workload('Api-Gateway'), { cpu: 4 }],
        [await workload('100%_done'), { cpu: 2 }],
        [await workload("o'brien"), { cpu: 1 }],
        [await workload('back\\slash'), { cpu: 0.5 }],
        [await ledger.owner(cluster, ['', 'shop', 'gateway']), { cpu: 8 }],
      ]);
    });

    const cases: [string, string[]][] = [
      ['GATEWAY', ['Api-Gateway']],
      ['i-g', ['Api-Gateway']],
      ['%', ['100%_done']],
      ['_', ['100%_done']],
      ["'", ["o'brien"]],
      ['\\', ['back\\slash']],
      ['', ['Api-Gateway', '100%_done', "o'brien", 'back\\slash']],
      ['shop', []],
      ["' or 1=1 --", []],
      ["'; drop table workload_days; --", []],
      ['$1', []],
    ];
    for (const [search, expected] of cases) {
      it(`finds ${expected.length} by ${search}`, async () => {
        expect(await ledger.column('workloadName', names({ search }))).to.eql(expected);
      });
    }

    it('restricts the total and the counts, but not unallocated cost', async () => {
      const all = await ledger.query(names({}));
      const found = await ledger.query(names({ search: 'o' }));

      expect(all.summary).to.include({ totalCost: '7.5000', unallocatedCost: '8.0000' });
      expect(found.summary).to.include({
        totalCost: '3.0000',
        unallocatedCost: '8.0000',
        rowCount: 2,
      });
      expect(found.rows[0]).to.include({ workloadName: '100%_done', costSharePercent: 66.67 });
      expect(found.pagination.total_rows).to.equal(2);
    });

    for (const [groupBy, search, field] of [
      ['namespace', 'SHO', 'namespace'],
      ['controller_kind', 'ploy', 'workloadKind'],
      ['pod', 'P', 'podName'],
      ['container', 'C', 'containerName'],
      ['node', 'N', 'nodeName'],
      ['instance_type', 'M5', 'instanceType'],
    ] as const) {
      it(`matches the name of a ${groupBy}`, async () => {
        const found = await ledger.column(field, names({ group_by: groupBy, search }));
        const none = await ledger.column(field, names({ group_by: groupBy, search: 'zz' }));

        expect(found).not.to.be.empty;
        expect(none).to.be.empty;
      });
    }
  });

  describe('paging', () => {
    beforeEach(async () => {
      const owners: (readonly [Owner, object])[] = [];
      for (let index = 0; index < 7; index++) {
        owners.push([await workload(`w${index}`), { cpu: 7 - index }]);
      }
      await spend(owners);
    });

    it('walks every row once, and sums up all of them on each page', async () => {
      const seen: string[] = [];
      for (const page of [1, 2, 3]) {
        const { rows, summary, pagination } = await ledger.query(names({ page, per_page: 3 }));
        expect(summary).to.include({ totalCost: '28.0000', rowCount: 7, clusterCount: 1 });
        expect(pagination).to.eql({ page, per_page: 3, total_rows: 7, total_pages: 3 });
        seen.push(...rows.map((row: Record<string, string>) => row.workloadName));
      }

      expect(seen).to.eql(['w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6']);
    });

    it('walks teams that read alike once', async () => {
      const alike = ['a+b+c+d', 'a, b+c+d', 'a+b, c+d', 'a+b+c, d', 'a, b, c+d', 'a, b, c, d'];
      const owners = alike.map(async (teams, index) => {
        const owner = await workload(teams, { teams: teams.split('+') });
        return [owner, { cpu: index + 1 }] as const;
      });
      await spend(await Promise.all(owners), '2026-07-02');
      const seen: string[] = [];
      for (const page of alike.keys()) {
        const { rows } = await ledger.query({
          start_date: '2026-07-02',
          end_date: '2026-07-02',
          group_by: 'owner:team',
          sort_by: 'team',
          page: page + 1,
          per_page: 1,
        });
        seen.push(...rows.map((row: Record<string, string>) => row.totalCost));
      }

      expect(seen.toSorted()).to.eql(['1.0000', '2.0000', '3.0000', '4.0000', '5.0000', '6.0000']);
    });

    for (const page of [4, 1_000, Number.MAX_SAFE_INTEGER]) {
      it(`has no rows on page ${page}, and the same summary`, async () => {
        const { rows, summary, pagination } = await ledger.query(names({ page, per_page: 3 }));

        expect(rows).to.eql([]);
        expect(summary).to.include({ totalCost: '28.0000', rowCount: 7 });
        expect(pagination).to.eql({ page, per_page: 3, total_rows: 7, total_pages: 3 });
      });
    }

    it('limits the bytes of each page separately', async () => {
      const { rows: all } = await ledger.query(names({ group_by: 'pod' }));
      const { rows: second } = await ledger.query(names({ group_by: 'pod', page: 2, per_page: 1 }));

      expect(second).to.eql([all[1]]);
    });
  });
});
