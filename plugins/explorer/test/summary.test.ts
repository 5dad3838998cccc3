import { expect } from 'chai';
import { Ledger, type Node, type Owner } from './ledger.ts';

const july = { start_date: '2026-07-01', end_date: '2026-07-02' };
const unknown = { cpu: null, memory: null, gpu: null, idle: null, overhead: null };

describe('summary of the cost explorer', () => {
  let ledger: Ledger;
  let cluster: string;
  let node: Node;
  let web: Owner;

  before(async () => {
    ledger = await Ledger.boot();
  });
  after(() => ledger.app.stop());
  beforeEach(async () => {
    await ledger.clear();
    cluster = await ledger.cluster();
    node = ledger.node('n');
    web = await ledger.owner(cluster, ['Deployment', 'shop', 'web']);
  });

  const makePod = (owner: Owner, costs: object) => ({
    owner,
    node,
    container: 'c',
    pod: [crypto.randomUUID(), 'p'] as const,
    cpu: 0,
    memory: 0,
    gpu: 0,
    idle: 0,
    overhead: 0,
    ...costs,
  });

  const querySummary = async (body: object) => (await ledger.query({ ...july, ...body })).summary;

  it('excludes and lists archived months, and does not compare with them', async () => {
    for (const day of ['2026-06-30', '2026-07-01']) {
      await ledger.spend(cluster, day, { containers: [makePod(web, { cpu: 3 })] });
    }
    expect(await querySummary({}))
      .to.include.keys('previousPeriodCost')
      .and.not.keys('archivedMonths');
    await ledger.app.sql(`insert into archived_months (organization_id, month, location)
      values ('${ledger.organization}', '2026-06-01', '/archive')`);
    const july = await querySummary({});
    expect(july).to.not.have.any.keys('previousPeriodCost', 'changePercent', 'archivedMonths');
    const june = await querySummary({ start_date: '2026-06-30' });
    expect(june).to.deep.include({ totalCost: '3.0000', archivedMonths: ['2026-06'] });
    expect(june)
      .to.include({ unallocatedCost: '0.0000' })
      .and.not.have.any.keys('averageDailyCost');
    for (const groupBy of ['workload', 'namespace', 'pod', 'node', 'time:day']) {
      const days = { start_date: '2026-06-29', end_date: '2026-06-30' };
      expect(await querySummary({ ...days, group_by: groupBy }), groupBy).to.eql({
        rowCount: 0,
        clusterCount: 0,
        archivedMonths: ['2026-06'],
        currency: 'EUR',
      });
    }
    await ledger.app.sql('delete from archived_months');
  });

  it('has the totals of the rows', async () => {
    await ledger.spend(cluster, '2026-07-01', {
      containers: [makePod(web, { cpu: 3, idle: 1, overhead: 0.5 })],
      rests: [{ node, unallocated: 2 }],
    });
    await ledger.spend(cluster, '2026-06-30', { containers: [makePod(web, { cpu: 3 })] });

    expect(await querySummary({})).to.eql({
      totalCost: '4.5000',
      unallocatedCost: '2.0000',
      previousPeriodCost: '3.0000',
      changePercent: 50,
      rowCount: 1,
      clusterCount: 1,
      averageDailyCost: '2.2500',
      idleCost: '1.0000',
      currency: 'EUR',
    });
  });

  it('has no idle in workload_only', async () => {
    await ledger.spend(cluster, '2026-07-01', { containers: [makePod(web, { cpu: 3, idle: 1 })] });

    const summary = await querySummary({ cost_mode: 'workload_only' });

    expect(summary).to.include({ totalCost: '3.0000', averageDailyCost: '1.5000' });
    expect(summary).not.to.have.property('idleCost');
    const empty = await querySummary({ cost_mode: 'workload_only', cluster_ids: [] });
    expect(empty).to.include({ totalCost: '0.0000' }).and.not.have.property('idleCost');
  });

  it('counts only clusters that have a row', async () => {
    const other = await ledger.cluster();
    const agent = await ledger.owner(other, ['DaemonSet', 'system', 'agent']);
    await ledger.spend(cluster, '2026-07-01', { idlers: [web], cluster: { name: 'a' } });
    await ledger.spend(other, '2026-07-01', { idlers: [agent], cluster: { name: 'b' } });

    for (const view of ['detail', 'grouped']) {
      expect(await querySummary({ view_mode: view })).to.include({ clusterCount: 2, rowCount: 2 });
      expect(await querySummary({ view_mode: view, group_by: 'daemonset' })).to.include({
        clusterCount: 1,
        rowCount: 1,
      });
    }
  });

  describe('without data', () => {
    it('is zero without a comparison', async () => {
      const { rows, summary, pagination } = await ledger.query(july);

      expect(rows).to.eql([]);
      expect(summary).to.eql({
        totalCost: '0.0000',
        unallocatedCost: '0.0000',
        rowCount: 0,
        clusterCount: 0,
        averageDailyCost: '0.0000',
        idleCost: '0.0000',
        currency: 'EUR',
      });
      expect(pagination).to.eql({ page: 1, per_page: 50, total_rows: 0, total_pages: 0 });
    });
  });

  describe('with costs that are unknown', () => {
    beforeEach(async () => {
      await ledger.spend(cluster, '2026-07-01', { containers: [makePod(web, unknown)] });
    });

    for (const groupBy of ['workload', 'namespace', 'pod', 'container', 'node']) {
      it(`has no total if no row of ${groupBy} has a cost`, async () => {
        for (const basis of ['legacy', 'all']) {
          const { rows, summary } = await ledger.query({ ...july, basis, group_by: groupBy });

          expect(rows).to.have.length(1);
          const amounts = ['totalCost', 'cpuCost', 'idleCost', 'overheadCost', 'costSharePercent'];
          expect(rows[0]).not.to.have.any.keys(...amounts);
          expect(summary).to.include({ rowCount: 1, unallocatedCost: '0.0000' });
          expect(summary).not.to.have.any.keys('totalCost', 'idleCost', 'averageDailyCost');
        }
      });
    }

    it('sums the known ones', async () => {
      const agent = await ledger.owner(cluster, ['DaemonSet', 'system', 'agent']);
      await ledger.spend(cluster, '2026-07-02', {
        containers: [makePod(web, { ...unknown, memory: 2 }), makePod(agent, { cpu: 1 })],
      });

      const { rows, summary } = await ledger.query(july);

      expect(rows[0]).to.include({
        workloadName: 'web',
        totalCost: '2.0000',
        memoryCost: '2.0000',
      });
      expect(rows[0]).not.to.have.any.keys('cpuCost', 'idleCost');
      expect(summary).to.include({ totalCost: '3.0000', unallocatedCost: '0.0000' });
    });

    it('has no comparison with a period of unknown costs', async () => {
      const summary = await querySummary({ start_date: '2026-07-03', end_date: '2026-07-05' });

      expect(summary).not.to.have.any.keys('previousPeriodCost', 'changePercent');
    });
  });

  describe('previous period', () => {
    const days = (start: string, end: string) => ({ start_date: start, end_date: end });
    let agent: Owner;
    let shop: Owner;

    beforeEach(async () => {
      agent = await ledger.owner(cluster, ['DaemonSet', 'system', 'agent'], { teams: ['core'] });
      shop = await ledger.owner(cluster, ['', 'shop', 'shop']);
      // The window of two days before July; what lies before that is not compared with.
      await ledger.spend(cluster, '2026-06-28', { containers: [makePod(web, { cpu: 100 })] });
      await ledger.spend(cluster, '2026-06-29', {
        containers: [
          makePod(web, { cpu: 2, idle: 1 }),
          makePod(shop, { cpu: 16 }),
          makePod(agent, { cpu: 4 }),
        ],
        volumes: [{ owner: web, storage: 8, management: 0.5 }],
        rests: [{ node, unallocated: 32 }],
        unallocatedStorage: 64,
      });
      await ledger.spend(cluster, '2026-06-30', { containers: [makePod(web, { cpu: 1 })] });
      await ledger.spend(cluster, '2026-07-01', { containers: [makePod(web, { cpu: 4 })] });
    });

    const cases: [title: string, body: object, previous: string, change: number | undefined][] = [
      ['workload', {}, '8.0000', -50],
      ['workload, all', { basis: 'all' }, '16.5000', -75.76],
      ['workload, workload_only', { cost_mode: 'workload_only' }, '7.0000', -42.86],
      [
        'workload, workload_only, all',
        { cost_mode: 'workload_only', basis: 'all' },
        '15.0000',
        -73.33,
      ],
      ['workload, grouped', { view_mode: 'grouped' }, '8.0000', -50],
      ['controller_kind', { group_by: 'controller_kind' }, '8.0000', -50],
      ['deployment', { group_by: 'deployment' }, '4.0000', 0],
      ['daemonset', { group_by: 'daemonset' }, '4.0000', -100],
      ['statefulset', { group_by: 'statefulset' }, '0.0000', undefined],
      ['namespace', { group_by: 'namespace' }, '24.0000', -83.33],
      ['team', { group_by: 'owner:team' }, '24.0000', -83.33],
      ['label', { group_by: 'label:app' }, '24.0000', -83.33],
      ['pod', { group_by: 'pod' }, '24.0000', -83.33],
      ['node', { group_by: 'node' }, '56.0000', -92.86],
      ['search', { search: 'WEB' }, '4.0000', 0],
      [
        'a workload filter',
        {
          filter_expression: {
            workload: [{ field: 'team', operator: 'in', values: ['core'] }],
          },
        },
        '4.0000',
        -100,
      ],
      [
        'a node filter',
        { filter_expression: { node: [{ field: 'name', operator: 'in', values: ['n'] }] } },
        '8.0000',
        -50,
      ],
      [
        'pod, a node filter',
        {
          group_by: 'pod',
          filter_expression: { node: [{ field: 'name', operator: 'in', values: ['n'] }] },
        },
        '24.0000',
        -83.33,
      ],
      [
        'a cluster filter',
        { filter_expression: { cluster: [{ field: 'name', operator: 'in', values: ['then'] }] } },
        '8.0000',
        -50,
      ],
    ];
    for (const [title, body, previous, change] of cases) {
      it(`applies the same query to the days before: ${title}`, async () => {
        const summary = await querySummary(body);

        expect(summary.previousPeriodCost).to.equal(previous);
        expect(summary.changePercent).to.equal(change);
      });
    }

    it('is as long as the window, and ends the day before it', async () => {
      const ofDays = async (start: string, end: string) =>
        (await querySummary(days(start, end))).previousPeriodCost;

      expect(await ofDays('2026-07-01', '2026-07-01')).to.equal('1.0000');
      expect(await ofDays('2026-07-01', '2026-07-03')).to.equal('108.0000');
      expect(await ofDays('2026-06-29', '2026-06-29')).to.equal('100.0000');
      expect(await ofDays('2026-06-28', '2026-06-28')).to.equal(undefined);
    });

    it('is 0 if the history has no matching cost', async () => {
      const body = {
        filter_expression: { node: [{ field: 'name', operator: 'in', values: ['x'] }] },
      };
      const summary = await querySummary(body);

      expect(summary.previousPeriodCost).to.equal('0.0000');
      expect(summary).not.to.have.property('changePercent');
    });
  });
});
