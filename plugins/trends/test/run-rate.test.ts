import { expect } from 'chai';
import { bootHistory, type History } from './history.ts';

/** A bucket's cost over the hours that it has data for, times 730 (decision 31). */
describe('run rates of a cost trend', () => {
  let history: History;

  before(async () => {
    history = await bootHistory();
  });
  after(() => history.app.stop());

  const day = { start: '2026-07-01T00:00:00Z', end: '2026-07-02T00:00:00Z', granularity: 'daily' };
  const week = { start: '2026-07-06T00:00:00Z', end: '2026-07-13T00:00:00Z' };

  describe('of one cluster', () => {
    let cluster: string;
    let path: string;

    beforeEach(async () => {
      cluster = await history.insertCluster();
      path = `/v1/clusters/${cluster}/cost-trend`;
    });

    it('project the measured time, however little of the bucket it is', async () => {
      await history.spend('cluster_days', cluster, '2026-07-01', {
        seconds: 6 * 3600,
        cpu_cost_seconds: 12 * 3600,
      });
      expect(await history.points(path, day)).to.eql([['2026-07-01T00:00:00Z', '1460.0000']]);
      expect(await history.points(path, { ...day, type: 'breakdown' })).to.eql([
        ['2026-07-01T00:00:00Z', '12.0000'],
      ]);
    });

    it('exclude the months of the window that are archived, and name them', async () => {
      await history.spend('cluster_days', cluster, '2026-07-06', { cpu_cost_seconds: 24 * 3600 });
      for (const [table, at] of [
        ['cluster_days', '2026-06-30'],
        ['cluster_hours', '2026-06-30T23:00:00Z'],
      ] as const)
        await history.spend(table, cluster, at, { cpu_cost_seconds: 3600 });
      const insert = (month: string) =>
        history.app.sql(`insert into archived_months (organization_id, month, location)
          select organization_id, '${month}', '/archive' from clusters where id = '${cluster}'`);
      expect(await history.trend(path, week)).to.not.have.property('archived_months');
      for (const month of ['2026-04-01', '2026-05-01', '2026-06-01', '2026-08-01'])
        await insert(month);
      const trend = await history.trend(path, { ...week, start: '2026-05-31T23:00:00Z' });
      expect(trend).to.have.deep.property('archived_months', ['2026-05', '2026-06']);
      expect(trend.points).to.have.length(1);
      const june = { start: '2026-06-30T22:00:00Z', end: '2026-07-01T00:00:00Z' };
      expect(await history.points(path, june)).to.eql([]);
      await history.app.sql('delete from archived_months');
    });

    it('weigh the days of a week by their time', async () => {
      await history.spend('cluster_days', cluster, '2026-07-06', { cpu_cost_seconds: 24 * 3600 });
      await history.spend('cluster_days', cluster, '2026-07-08', {
        seconds: 12 * 3600,
        cpu_cost_seconds: 48 * 3600,
      });
      // 72 in 36 hours.
      expect(await history.points(path, { ...week, granularity: 'weekly' })).to.eql([
        ['2026-07-06T00:00:00Z', '1460.0000'],
      ]);
    });

    it('weigh hours of a cut day with whole days', async () => {
      await history.spend('cluster_hours', cluster, '2026-07-06T23:00:00Z', {
        seconds: 1800,
        cpu_cost_seconds: 3600,
      });
      await history.spend('cluster_days', cluster, '2026-07-07', { cpu_cost_seconds: 24 * 3600 });
      // 25 in 24.5 hours.
      const points = await history.points(path, {
        start: '2026-07-06T22:00:00Z',
        end: '2026-07-08T00:00:00Z',
        granularity: 'weekly',
      });
      expect(points).to.eql([['2026-07-06T00:00:00Z', '744.8980']]);
    });

    it('are exact to the last digit', async () => {
      await history.spend('cluster_hours', cluster, '2026-07-01T23:00:00Z', {
        seconds: '3599.999',
        cpu_cost_seconds: '1234.567890123456',
      });
      await history.spend('cluster_days', cluster, '2026-07-02', {
        seconds: '86399.001',
        cpu_cost_seconds: '98765.432109876544',
      });
      const window = { start: '2026-07-01T23:00:00Z', end: '2026-07-03T00:00:00Z' };
      expect(await history.points(path, { ...window, granularity: 'daily' })).to.eql([
        ['2026-07-01T00:00:00Z', '250.3430'],
        ['2026-07-02T00:00:00Z', '834.4861'],
      ]);
      // 100000 × 730 / 89999
      expect(await history.points(path, { ...window, granularity: 'monthly' })).to.eql([
        ['2026-07-01T00:00:00Z', '811.1201'],
      ]);
    });

    it('leave out buckets whose cost is unknown, or that lasted no time', async () => {
      const noTime = { seconds: 0, covered: '{}', cpu_cost_seconds: 0 };
      await history.spend('cluster_days', cluster, '2026-07-06');
      await history.spend('cluster_days', cluster, '2026-07-07', noTime);
      await history.spend('cluster_days', cluster, '2026-07-08', { memory_cost_seconds: 0 });
      await history.spend('cluster_days', cluster, '2026-07-09', { storage_cost_seconds: 3600 });
      await history.spend('cluster_days', cluster, '2026-07-10', { storage_cost_seconds: 0 });
      for (const type of ['run_rate', 'breakdown']) {
        const query = { ...week, type, granularity: 'daily' };
        expect(await history.points(path, query), type).to.eql([
          ['2026-07-08T00:00:00Z', '0.0000'],
        ]);
        expect(await history.points(path, { ...query, basis: 'all' }), type).to.have.length(2);
      }
    });

    it('do not count time with unknown cost', async () => {
      await history.spend('cluster_days', cluster, '2026-07-06');
      await history.spend('cluster_days', cluster, '2026-07-07', {
        seconds: 10 * 3600,
        cpu_cost_seconds: 10 * 3600,
      });
      expect(await history.points(path, { ...week, granularity: 'weekly' })).to.eql([
        ['2026-07-06T00:00:00Z', '730.0000'],
      ]);
    });
  });

  /** Rows of these times on 2026-07-01, each of a cost, and the run rate that they make together. */
  const cases: [string, [times: string, hours: number, cost: number][], string][] = [
    [
      'count what both cover once',
      [
        ['[00:00,12:00)', 12, 12],
        ['[06:00,18:00)', 12, 24],
      ],
      '1460.0000',
    ],
    [
      'count what neither covers not',
      [
        ['[00:00,06:00)', 6, 6],
        ['[20:00,24:00)', 4, 4],
      ],
      '730.0000',
    ],
    [
      'close the gaps of one with the other',
      [
        ['[00:00,01:00),[02:00,03:00)', 2, 1],
        ['[01:00,02:00)', 1, 2],
      ],
      '730.0000',
    ],
    [
      'are of the whole day where one is there all day',
      [
        ['[00:00,24:00)', 24, 20],
        ['[03:00,04:00)', 1, 4],
      ],
      '730.0000',
    ],
    [
      'are of the same time where both have the same',
      [
        ['[00:00,10:00)', 10, 5],
        ['[00:00,10:00)', 10, 15],
      ],
      '1460.0000',
    ],
  ];
  const instants = (times: string) => `{${times.replaceAll(/\d\d:\d\d/g, '2026-07-01 $&+00')}}`;

  for (const [scope, table] of [
    ['organization', 'cluster_days'],
    ['node-group', 'node_days'],
  ] as const) {
    describe(`of the several members of: ${scope}`, () => {
      /** Inserts a row of a member of its own; returns where the trend of all members is. */
      const spendAll = async (rows: readonly (readonly [string, Record<string, unknown>])[]) => {
        const group = `group ${crypto.randomUUID()}`;
        const shared = await history.insertCluster();
        const clusters = [shared];
        for (const [at, own] of rows) {
          const cluster = scope === 'organization' ? await history.insertCluster() : shared;
          const node = { node_uid: crypto.randomUUID(), node_group: group };
          await history.spend(table, cluster, at, {
            ...(scope === 'organization' ? {} : node),
            ...own,
          });
          clusters.push(cluster);
        }
        const key = await history.keyOf(clusters);
        const path =
          scope === 'organization'
            ? '/v1/organizations/dashboard/cost-trend'
            : `/v1/clusters/${shared}/node-groups/${encodeURIComponent(group)}/cost-trend`;
        return { path, key };
      };

      for (const [what, rows, amount] of cases) {
        it(what, async () => {
          const { path, key } = await spendAll(
            rows.map(([times, hours, cost]) => [
              '2026-07-01',
              { covered: instants(times), seconds: hours * 3600, cpu_cost_seconds: cost * 3600 },
            ]),
          );
          expect(await history.points(path, day, key)).to.eql([['2026-07-01T00:00:00Z', amount]]);
        });
      }

      it('unite the times of each day, then add the days', async () => {
        const half = { seconds: 12 * 3600, cpu_cost_seconds: 12 * 3600 };
        const { path, key } = await spendAll([
          ['2026-07-06', half],
          ['2026-07-06', half],
          ['2026-07-07', half],
        ]);
        // 36 in 12 + 12 hours.
        const points = await history.points(path, { ...week, granularity: 'weekly' }, key);
        expect(points).to.eql([['2026-07-06T00:00:00Z', '1095.0000']]);
      });

      it('leave out the time of members whose cost is unknown', async () => {
        const { path, key } = await spendAll([
          ['2026-07-01', { seconds: 6 * 3600, cpu_cost_seconds: 6 * 3600 }],
          ['2026-07-01', {}],
          ['2026-07-01', { seconds: 12 * 3600 }],
        ]);
        expect(await history.points(path, day, key)).to.eql([['2026-07-01T00:00:00Z', '730.0000']]);
        expect(await history.points(path, { ...day, type: 'breakdown' }, key)).to.eql([
          ['2026-07-01T00:00:00Z', '6.0000'],
        ]);
      });
    });
  }

  it('unite the times of several clusters within an hour', async () => {
    const [one, other] = [await history.insertCluster(), await history.insertCluster()];
    const spend = (cluster: string, times: string) =>
      history.spend('cluster_hours', cluster, '2026-07-01T00:00:00Z', {
        covered: instants(times),
        seconds: 1800,
        cpu_cost_seconds: 2700,
      });
    await spend(one, '[00:00,00:30)');
    await spend(other, '[00:15,00:45)');
    const window = { start: '2026-07-01T00:00:00Z', end: '2026-07-01T01:00:00Z' };
    const key = await history.keyOf([one, other]);
    // 1.5 in 0.75 hours.
    expect(await history.points('/v1/organizations/dashboard/cost-trend', window, key)).to.eql([
      ['2026-07-01T00:00:00Z', '1460.0000'],
    ]);
  });
});
