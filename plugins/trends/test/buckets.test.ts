import { expect } from 'chai';
import { bootHistory, type History, type TrendQuery } from './history.ts';

/** Which rows of the ledger make which bucket, seen at one cluster. */
describe('buckets of a cost trend', () => {
  let history: History;
  let cluster: string;
  let path: string;

  before(async () => {
    history = await bootHistory();
    await history.app.sql(`select prepare_ledger_months('2025-12-01', '2026-03-31')`);
  });
  after(() => history.app.stop());
  beforeEach(async () => {
    cluster = await history.insertCluster();
    path = `/v1/clusters/${cluster}/cost-trend`;
  });

  const breakdown = (query: TrendQuery) => history.points(path, { type: 'breakdown', ...query });

  /** Every hour of the days costs 1 less than it is o'clock; rows of hours and of their sums. */
  const spendDays = async (first: string, last: string) => {
    await history.app.sql(
      `insert into cluster_hours (organization_id, cluster_id, hour, cpu_cost_seconds,
         is_compute_partial, is_storage_partial, seconds, covered)
       select $1, $2, hour, extract(hour from hour) * 3600, false, false, 3600,
         tstzmultirange(tstzrange(hour, hour + interval '1 hour'))
       from generate_series($3::timestamptz, $4::timestamptz + interval '23 hours', '1 hour') as hour`,
      [history.organization, cluster, first, last],
    );
    await history.app.sql(
      `insert into cluster_days (organization_id, cluster_id, day, name, provider, service, region,
         environment, compute_pricing_sources, storage_pricing_sources, cpu_cost_seconds,
         is_compute_partial, is_storage_partial, seconds, covered)
       select organization_id, cluster_id, date_trunc('day', hour)::date, '', '', '', '', '', '{}',
         '{}', sum(cpu_cost_seconds), false, false, sum(seconds), range_agg(covered)
       from cluster_hours where cluster_id = $1 group by 1, 2, 3`,
      [cluster],
    );
  };

  describe('hourly', () => {
    it('has the hours of the window, widened to whole hours', async () => {
      await spendDays('2026-07-01', '2026-07-01');
      const window = { start: '2026-07-01T09:59:59Z', end: '2026-07-01T11:00:01Z' };
      const trend = await history.trend(path, window);

      expect(trend).to.eql({
        kind: 'CostTrend',
        scope: 'cluster',
        scope_ref: { cluster_id: cluster },
        start: '2026-07-01T09:00:00Z',
        end: '2026-07-01T12:00:00Z',
        granularity: 'hourly',
        type: 'run_rate',
        points: [
          {
            bucket_start: '2026-07-01T09:00:00Z',
            total_cost: { amount: '6570.0000', currency: 'EUR' },
          },
          {
            bucket_start: '2026-07-01T10:00:00Z',
            total_cost: { amount: '7300.0000', currency: 'EUR' },
          },
          {
            bucket_start: '2026-07-01T11:00:00Z',
            total_cost: { amount: '8030.0000', currency: 'EUR' },
          },
        ],
      });
    });

    it('takes a window that is whole hours as it is', async () => {
      await spendDays('2026-07-01', '2026-07-01');
      const window = { start: '2026-07-01T09:00:00Z', end: '2026-07-01T10:00:00Z' };
      expect(await history.points(path, window)).to.eql([['2026-07-01T09:00:00Z', '6570.0000']]);
    });

    it('has no value for an hour without rows: no data is not zero', async () => {
      for (const hour of ['2026-07-01T03:00:00Z', '2026-07-02T22:00:00Z']) {
        await history.spend('cluster_hours', cluster, hour, { cpu_cost_seconds: 0 });
      }
      const window = { start: '2026-07-01T00:00:00Z', end: '2026-07-03T00:00:00Z' };
      expect(await history.points(path, window)).to.eql([
        ['2026-07-01T03:00:00Z', '0.0000'],
        ['2026-07-02T22:00:00Z', '0.0000'],
      ]);
    });
  });

  describe('daily', () => {
    it('cuts the days at both ends of the window', async () => {
      await spendDays('2026-06-28', '2026-07-03');
      // 22 + 23, two whole days of 276, then 0 + 1 + 2.
      expect(
        await breakdown({ start: '2026-06-29T22:30:00Z', end: '2026-07-02T02:00:01Z' }),
      ).to.eql([
        ['2026-06-29T00:00:00Z', '45.0000'],
        ['2026-06-30T00:00:00Z', '276.0000'],
        ['2026-07-01T00:00:00Z', '276.0000'],
        ['2026-07-02T00:00:00Z', '3.0000'],
      ]);
    });

    for (const [what, start, end, points] of [
      ['within one hour', '10:15:00Z', '10:15:01Z', [['2026-07-01T00:00:00Z', '10.0000']]],
      ['within one day', '10:00:00Z', '12:00:00Z', [['2026-07-01T00:00:00Z', '21.0000']]],
      ['from a midnight', '00:00:00Z', '02:00:00Z', [['2026-07-01T00:00:00Z', '1.0000']]],
      ['to a midnight', '22:00:00Z', '24:00:00Z', [['2026-07-01T00:00:00Z', '45.0000']]],
      ['of one day', '00:00:00Z', '24:00:00Z', [['2026-07-01T00:00:00Z', '276.0000']]],
    ] as const) {
      it(`takes a window ${what}`, async () => {
        await spendDays('2026-06-30', '2026-07-02');
        const endOfDay = end === '24:00:00Z' ? '2026-07-02T00:00:00Z' : `2026-07-01T${end}`;
        const window = { start: `2026-07-01T${start}`, end: endOfDay };
        expect(await breakdown(window)).to.eql(points);
      });
    }

    it('accepts a window across midnight without a whole day', async () => {
      await spendDays('2026-06-30', '2026-07-02');
      const window = { start: '2026-06-30T23:00:00Z', end: '2026-07-01T03:00:00Z' };
      expect(await breakdown(window)).to.eql([
        ['2026-06-30T00:00:00Z', '23.0000'],
        ['2026-07-01T00:00:00Z', '3.0000'],
      ]);
    });

    it('counts whole days from their sums, not from their hours', async () => {
      await history.spend('cluster_hours', cluster, '2026-07-01T05:00:00Z', {
        cpu_cost_seconds: 3600,
      });
      await history.spend('cluster_days', cluster, '2026-07-01', { cpu_cost_seconds: 7200 });
      expect(
        await breakdown({ start: '2026-07-01T00:00:00Z', end: '2026-07-02T00:00:00Z' }),
      ).to.eql([['2026-07-01T00:00:00Z', '2.0000']]);
      expect(
        await breakdown({ start: '2026-07-01T01:00:00Z', end: '2026-07-02T00:00:00Z' }),
      ).to.eql([['2026-07-01T00:00:00Z', '1.0000']]);
    });

    it('has days of 24 hours by UTC, whatever clocks do in Europe', async () => {
      // On 2026-03-29 an hour is left out there.
      await spendDays('2026-03-28', '2026-03-30');
      const points = await breakdown({
        start: '2026-03-28T00:00:00Z',
        end: '2026-03-31T00:00:00Z',
      });
      expect(points).to.eql([
        ['2026-03-28T00:00:00Z', '276.0000'],
        ['2026-03-29T00:00:00Z', '276.0000'],
        ['2026-03-30T00:00:00Z', '276.0000'],
      ]);
    });
  });

  describe('weekly', () => {
    it('starts on Mondays, also over the end of a year', async () => {
      await spendDays('2025-12-28', '2026-01-12');
      const points = await breakdown({
        start: '2025-12-28T00:00:00Z',
        end: '2026-01-12T12:00:00Z',
        granularity: 'weekly',
      });
      // A Sunday, two weeks of 7 × 276, and half a Monday: 0 + … + 11.
      expect(points).to.eql([
        ['2025-12-22T00:00:00Z', '276.0000'],
        ['2025-12-29T00:00:00Z', '1932.0000'],
        ['2026-01-05T00:00:00Z', '1932.0000'],
        ['2026-01-12T00:00:00Z', '66.0000'],
      ]);
    });

    it('adds the hours of a partial day to a week', async () => {
      await spendDays('2026-07-06', '2026-07-09');
      const points = await breakdown({
        start: '2026-07-06T23:00:00Z',
        end: '2026-07-08T02:00:00Z',
        granularity: 'weekly',
      });
      expect(points).to.eql([['2026-07-06T00:00:00Z', '300.0000']]);
    });
  });

  describe('monthly', () => {
    it('starts on the first, before the window where that starts later', async () => {
      await spendDays('2026-01-30', '2026-03-02');
      const points = await breakdown({
        start: '2026-01-30T00:00:00Z',
        end: '2026-03-02T06:00:00Z',
        granularity: 'monthly',
      });
      expect(points).to.eql([
        ['2026-01-01T00:00:00Z', '552.0000'],
        ['2026-02-01T00:00:00Z', '7728.0000'],
        ['2026-03-01T00:00:00Z', '291.0000'],
      ]);
    });
  });

  it('sums to one amount over aligned windows, whatever the granularity', async () => {
    await spendDays('2026-06-01', '2026-08-02');
    // Monday, the first of a month, to a Monday; and months within.
    const addUp = async (granularity: string, start: string, end: string) => {
      const points = await breakdown({ start, end, granularity });
      return points.reduce((total, [, amount]) => total + Number(amount), 0);
    };
    for (const granularity of ['daily', 'weekly', 'monthly']) {
      const whole = await addUp(granularity, '2026-06-01T00:00:00Z', '2026-08-03T00:00:00Z');
      expect(whole, granularity).to.equal(63 * 276);
    }
    const july = await addUp('monthly', '2026-07-01T00:00:00Z', '2026-08-01T00:00:00Z');
    expect(july).to.equal(await addUp('daily', '2026-07-01T00:00:00Z', '2026-08-01T00:00:00Z'));
    expect(july).to.equal(31 * 276);
  });

  describe('granularity', () => {
    const readGranularity = async (query: TrendQuery) =>
      (await history.trend(path, query)).granularity;

    it('auto is hourly for up to 14 days, then daily', async () => {
      const start = '2026-07-01T00:00:00Z';
      expect(await readGranularity({ start, end: '2026-07-15T00:00:00Z' })).to.equal('hourly');
      expect(await readGranularity({ start, end: '2026-07-15T00:00:01Z' })).to.equal('daily');
    });

    it('auto counts the window that was asked for, not the widened one', async () => {
      const window = { start: '2026-07-01T00:30:00Z', end: '2026-07-15T00:30:00Z' };
      expect(await readGranularity({ ...window, granularity: 'auto' })).to.equal('hourly');
    });

    it('auto is daily for a breakdown', async () => {
      const window = { start: '2026-07-01T00:00:00Z', end: '2026-07-01T01:00:00Z' };
      expect(await readGranularity({ ...window, type: 'breakdown' })).to.equal('daily');
    });

    for (const granularity of ['hourly', 'daily', 'weekly', 'monthly']) {
      it(`${granularity} is as it was asked for`, async () => {
        const window = { start: '2026-07-01T00:00:00Z', end: '2026-07-02T00:00:00Z' };
        expect(await readGranularity({ ...window, granularity })).to.equal(granularity);
      });
    }
  });

  it('treats months without a partition as empty', async () => {
    const window = { start: '1970-01-01T00:00:00Z', end: '1974-12-31T23:00:01Z' };
    expect(await history.points(path, window)).to.eql([]);
    const far = await history.app.get(`${path}?start=253402293600&end=253402297200`, history.key);
    expect([far.status, far.body.data.end]).to.eql([200, '9999-12-31T23:00:00Z']);
  });
});
