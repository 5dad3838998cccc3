import { expect } from 'chai';
import { ingestHistory, type HistoryOptions } from '../src/ingest-history.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { expectAgreement } from './ledger-checks.ts';
import {
  claim,
  container,
  deployment,
  node,
  ownedBy,
  pod,
  sampleSnapshot,
  volume,
} from './sample-snapshot.ts';

/** Minute 0 of the samples is noon of this day, a Wednesday. */
const midnight = Date.parse('2026-07-15T00:00:00Z');
const dayMs = 86_400_000;

describe('history of identical days', () => {
  let warehouse: TestWarehouse;
  let tables: string[];
  beforeEach(async () => {
    warehouse = await openTestWarehouse();
    const partitioned = await warehouse.query(`
      select relname as name from pg_class
      where relkind = 'p' and relnamespace = 'costplane'::regnamespace
        and relname ~ '_(hours|days)$' order by 1`);
    tables = partitioned.map(({ name }) => name as string);
    await warehouse.ingest(snapshotAt(new Date(midnight + dayMs / 2)));
  });
  afterEach(() => warehouse.close());

  const isWeekend = (day: Date) => [0, 6].includes(day.getUTCDay());

  /** By day more runs than by night and at weekends; some of it on a node of its own. */
  function snapshotAt(time: Date) {
    const isBusy =
      !isWeekend(new Date(time.getTime() - 1)) && [12, 18].includes(time.getUTCHours());
    return sampleSnapshot(0, {
      nodes: [node('lasting'), ...(isBusy ? [node('passing')] : [])],
      deployments: [deployment('web', { labels: { team: 'web' } })],
      pods: [
        pod('web-1', 'lasting', ownedBy('Deployment', 'web')),
        ...(isBusy ? [pod('web-2', 'passing', ownedBy('Deployment', 'web'))] : []),
        pod('bare', 'lasting', { containers: [container(), container({ name: 'side' })] }),
      ],
      pvs: [volume('v', null), volume('w', 'data')],
      pvcs: [claim('data')],
    });
  }

  const add = (days: number, more: Partial<HistoryOptions> = {}) =>
    ingestHistory(warehouse.db, {
      organizationId: warehouse.organizationId,
      cluster: { id: warehouse.clusterId },
      since: new Date(midnight - days * dayMs),
      stepSeconds: 6 * 3600,
      snapshotAt,
      ...more,
    });
  const alike = (day: Date) => (isWeekend(day) ? 'weekend' : 'weekday');
  const rows = (table: string) =>
    warehouse.query(`select to_jsonb(t)::text as row from ${table} t order by 1`);
  const empty = () => warehouse.query(`truncate ${tables.join()}`);

  it('has the same result as computing every day', async () => {
    await add(20);
    const each = await Promise.all(tables.map(rows));
    await expectAgreement(warehouse);
    await empty();
    const asked: string[] = [];
    await add(20, {
      alike,
      snapshotAt: (time) => {
        asked.push(time.toISOString().slice(0, 13));
        return snapshotAt(time);
      },
    });
    for (const [index, table] of tables.entries()) {
      expect(await rows(table), table).to.eql(each[index]);
    }
    await expectAgreement(warehouse);
    // The part of today, and of the others the last weekday and the last day of a weekend.
    expect(asked).to.eql([
      '2026-07-15T06',
      '2026-07-15T12',
      '2026-07-14T06',
      '2026-07-14T12',
      '2026-07-14T18',
      '2026-07-15T00',
      '2026-07-12T06',
      '2026-07-12T12',
      '2026-07-12T18',
      '2026-07-13T00',
    ]);
  });

  it('copies to every table of hours and days', async () => {
    await add(3, { alike: () => 'any' });
    for (const table of tables) {
      const bucket = table.endsWith('_hours') ? `(hour at time zone 'UTC')::date` : 'day';
      const perDay = await warehouse.query(
        `select count(*) as rows from ${table} where ${bucket} < '2026-07-15' group by ${bucket}`,
      );
      expect(perDay.length, table).to.equal(3);
      expect(new Set(perDay.map((each) => each.rows)).size, table).to.equal(1);
    }
  });

  it('ends where the ledger begins, and is added once', async () => {
    await add(2, { alike });
    expect(await add(2, { alike })).to.equal(null);
    await add(9, { alike });
    const covered = await warehouse.one(
      'select range_agg(covered)::text as all from cluster_hours',
    );
    expect(covered.all).to.equal('{["2026-07-06 00:00:00+00","2026-07-15 12:00:00+00")}');
    await expectAgreement(warehouse);
  });

  it('has the same result after other runs on the same connection', async () => {
    await add(9);
    const each = await Promise.all(tables.map(rows));
    await empty();
    await add(2, { alike });
    await add(5);
    await add(9, { alike });
    for (const [index, table] of tables.entries()) {
      expect(await rows(table), table).to.eql(each[index]);
    }
  });

  it('has hours of workloads only from a given day, and all their days', async () => {
    await add(12, { alike, detailFrom: new Date(midnight - 3 * dayMs) });
    const days = (table: string) =>
      warehouse.one(`select count(distinct (hour at time zone 'UTC')::date)::int as days,
        min(hour) as first from ${table}`);
    expect(await days('workload_hours')).to.eql({
      days: 4,
      first: new Date(midnight - 3 * dayMs),
    });
    for (const table of ['quantity_hours', 'node_quantity_hours']) {
      expect(await days(table), table).to.eql(await days('workload_hours'));
    }
    const repriceable = await warehouse.query(`
      select distinct hour >= '2026-07-12T00:00:00Z' as is_detailed, repriceable_seconds > 0 as can
      from cluster_hours order by 1`);
    expect(repriceable).to.eql([
      { is_detailed: false, can: false },
      { is_detailed: true, can: true },
    ]);
    for (const table of ['cluster_hours', 'namespace_hours', 'node_hours']) {
      expect((await days(table)).days, table).to.equal(13);
    }
    expect(
      await warehouse.query(`
        select distinct day - lead(day) over (order by day desc) as gap, count(*) over ()::int as days
        from (select distinct day from workload_days) as known order by 1 limit 1`),
    ).to.eql([{ gap: 1, days: 13 }]);
    await warehouse.query(`delete from cluster_hours where hour < '2026-07-12T00:00:00Z'`);
    const left = await warehouse.query(`
      select bill.hour from cluster_hours as bill where cpu_cost_seconds is distinct from (
        select sum(cpu_cost_seconds) from workload_hours as given
        where given.cluster_id = bill.cluster_id and given.hour = bill.hour)`);
    expect(left).to.eql([]);
  });

  it('reports progress', async () => {
    const shares: number[] = [];
    await add(10, { alike, onProgress: (share) => shares.push(share) });
    expect(shares.at(-1)).to.equal(1);
    expect(shares.length).to.be.greaterThan(10);
    expect(shares).to.eql([...new Set(shares)].sort((a, b) => a - b));
  });

  it('stores nothing if it fails, and can be repeated', async () => {
    const failing = (time: Date) => {
      if (time.getTime() < midnight) throw new Error('no such day');
      return snapshotAt(time);
    };
    const outcome = await add(5, { alike, snapshotAt: failing }).catch((error: unknown) => error);
    expect(outcome).to.have.property('message', 'no such day');
    expect(await rows('cluster_hours')).to.eql([]);
    await add(5, { alike });
    expect(await rows('cluster_days')).to.have.length(6);
  });
});
