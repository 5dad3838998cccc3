import { expect } from 'chai';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { computeMeasures, costMeasures } from '../src/accrue/measures.ts';
import { findOrCreateCluster } from '../src/find-or-create-cluster.ts';
import { ingestSnapshot } from '../src/ingest-snapshot.ts';
import { repriceLedger, type RepriceOptions } from '../src/reprice/reprice-ledger.ts';
import { type Snapshot } from '../src/snapshot-schema.ts';
import { openTestWarehouse, type Row, type TestWarehouse } from './database.ts';
import { expectAgreement } from './ledger-checks.ts';
import { randomSnapshot } from './random-snapshot.ts';
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

/** Everything is dearer, and memory and GPUs more than the rest. */
const dear = `
currency: USD
rates:
  on_demand: { cpu_core_hour: 0.04, memory_gib_hour: 0.0093, gpu_hour: 2.75 }
  spot: { cpu_core_hour: 0.011, memory_gib_hour: 0.0021, gpu_hour: 1.1 }
gpu_models: { Tesla-T4: { on_demand: 0.61, spot: 0.2 } }
storage:
  default_gib_month: 0.0731
  classes: { aws: { here: { fast: 0.12 } } }
control_planes: { aws: { EKS: 0.25 } }
instances: { on-prem: { here: { bm.8c32g: { on_demand: 0.7, spot: 0.33 } } } }
clusters:
  - cluster: other
    rates: { on_demand: { cpu_core_hour: 1, memory_gib_hour: 0.5, gpu_hour: 10 } }
`;
const cheap = `
currency: USD
rates:
  on_demand: { cpu_core_hour: 0.000003, memory_gib_hour: 0.0041, gpu_hour: 0.01 }
  spot: { cpu_core_hour: 0.000001, memory_gib_hour: 0.0009, gpu_hour: 0.02 }
storage: { default_gib_month: 0.0003 }
control_planes: { aws: { EKS: 0.00001 } }
`;

const noon = Date.UTC(2026, 6, 15, 12);
const hourMs = 3_600_000;
const beginning = new Date('2026-01-01T00:00:00Z');

/** Sets a price book for all, or for one organization, from a time on; what was before stays. */
async function setBook(
  warehouse: TestWarehouse,
  source: string,
  from = beginning,
  organizationId?: string,
): Promise<void> {
  const digest = createHash('sha256').update(source).digest('hex');
  const owner = organizationId === undefined ? 'null' : `'${organizationId}'`;
  await warehouse.query(`
    update price_books set superseded_at = now()
    where organization_id is not distinct from ${owner}::uuid
      and valid_from >= '${from.toISOString()}'`);
  await warehouse.query(`
    insert into price_books (organization_id, valid_from, source, digest)
    values (${owner}, '${from.toISOString()}', '${source.replaceAll("'", "''")}', '\\x${digest}')`);
}

const tables: Record<string, string> = {
  cluster_hours: 'hour',
  cluster_days: 'day',
  namespace_hours: 'hour, namespace',
  namespace_days: 'day, namespace',
  workload_hours: 'hour, workload_uid',
  workload_days: 'day, workload_uid',
  node_hours: 'hour, node_uid',
  node_days: 'day, node_uid',
  container_days: 'day, pod_uid, container_name, workload_uid, item',
};

/** All of the ledger, less the numbers that the database gives. */
async function ledger(warehouse: TestWarehouse): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>();
  for (const [table, key] of Object.entries(tables)) {
    const rows = await warehouse.query(`
      select row - 'organization_id' - 'description_id' - 'priced_item_id' as row from (
        select to_jsonb(fact) as row, fact.*,
          (select digest from priced_items as item
            where item.cluster_id = fact.cluster_id
              and item.id = (to_jsonb(fact) ->> 'priced_item_id')::bigint) as item
        from ${table} as fact
      ) as given order by cluster_id, ${key}`);
    found.set(
      table,
      rows.map(({ row }) => row as Row),
    );
  }
  return found;
}

/** Every byte of the rows that are wanted, of the tables of which any are. */
async function dumpTable(
  warehouse: TestWarehouse,
  wanted: (table: string) => string | false,
): Promise<string> {
  const parts: string[] = [];
  for (const table of Object.keys(tables)) {
    const condition = wanted(table);
    if (condition === false) continue;
    const rows = await warehouse.query(
      `select fact::text from ${table} as fact where ${condition} order by 1`,
    );
    parts.push(table, ...rows.map(({ fact }) => fact as string));
  }
  return parts.join('\n');
}

const dump = (warehouse: TestWarehouse) => dumpTable(warehouse, () => 'true');

/**
 * How much an hour may differ by. Of each container and resource, what a snapshot adds to the ledger
 * is rounded by up to 6 × 10^-12, and what it stores by up to 6 × 10^-12 of what its node costs. There
 * are no more than 120 containers, and no node costs more than 25 an hour.
 */
const tolerance = 120 * 3 * 6 * (1 + 25) * 1e-12;

/**
 * All figures are the same to within what rounding makes of them. Shares of the control plane's fee
 * too, where proportions are the same all the hour; else what is given and what is not.
 */
function expectSame(
  actual: Map<string, Row[]>,
  expected: Map<string, Row[]>,
  { isSteady }: { isSteady: boolean },
): void {
  for (const [table, rows] of expected) {
    const others = actual.get(table) ?? [];
    expect(others.length, table).to.equal(rows.length);
    for (const [index, row] of rows.entries()) {
      const other = others[index]!;
      for (const [column, value] of Object.entries(row)) {
        const what = `${table}.${column} of ${JSON.stringify(row)}`;
        if (!column.includes('_cost_seconds') || value === null) {
          expect(other[column], what).to.eql(value);
        } else if (isSteady || !column.includes('management')) {
          const most = tolerance * Number(row.seconds);
          expect(other[column], what).to.be.a('number');
          expect(Math.abs(Number(other[column]) - Number(value)), what).to.be.at.most(most);
        }
      }
      const fee = (of: Row) =>
        Number(of.management_cost_seconds) + Number(of.unallocated_management_cost_seconds);
      if (table.startsWith('cluster')) expect(fee(other)).to.be.closeTo(fee(row), 1e-9);
    }
  }
}

/** Of containers that ran while their owner did, to within a thousandth. */
function expectAbout(actual: Map<string, Row[]>, expected: Map<string, Row[]>): void {
  const others = actual.get('container_days')!;
  for (const [index, row] of expected.get('container_days')!.entries()) {
    for (const name of computeMeasures) {
      const what = `${name} of ${JSON.stringify(row)}`;
      if (row[name] === null) expect(others[index]![name], what).to.equal(null);
      else {
        const most = Number(row[name]) / 1000 + tolerance * Number(row.seconds);
        expect(Number(others[index]![name]), what).to.be.closeTo(Number(row[name]), most);
      }
    }
  }
}

const withoutContainers = (tables: Map<string, Row[]>) =>
  new Map([...tables].filter(([table]) => table !== 'container_days'));

const steady = (minute: number): Snapshot =>
  sampleSnapshot(minute, {
    provider: 'aws',
    kubernetes_version: 'v1.33.4-eks-0',
    nodes: [
      node('plain'),
      node('spot', { capacity_type: 'spot', cpu_capacity_cores: 3.7, cpu_allocatable: 3.3 }),
      node('gpu', { gpu_capacity: 7, gpu_allocatable: 6, gpu_model: 'Tesla-T4' }),
      // More is asked for than it has.
      node('crowded', { cpu_capacity_cores: 1.1, cpu_allocatable: 1, provider_id: 'gce://x' }),
      node('empty', { memory_capacity_bytes: 12_345_678_901 }),
      node('blank', { cpu_capacity_cores: 0, memory_capacity_bytes: 0, gpu_capacity: 0 }),
    ],
    deployments: [deployment('web'), deployment('train'), deployment('asleep')],
    statefulsets: [],
    pods: [
      ...['plain', 'spot', 'crowded', 'blank', 'unlisted'].map((name) =>
        pod(`web-${name}`, name, ownedBy('Deployment', 'web')),
      ),
      ...[1, 2, 3].map((gpus) =>
        pod(`train-${gpus}`, 'gpu', {
          ...ownedBy('Deployment', 'train'),
          containers: [
            container({ gpu_request: gpus, cpu_request_cores: 0.123456789 }),
            container({ name: 'log', cpu_request_cores: 0, memory_request_bytes: 12_345 }),
          ],
        }),
      ),
      pod('bare', 'crowded', { namespace: 'bare', containers: [container({ name: 'a' })] }),
      pod('nowhere', 'unlisted', { namespace: 'nowhere' }),
    ],
    pvs: [
      volume('claimed', 'data'),
      volume('unclaimed', null, { capacity: 123_456_789 }),
      volume('sizeless', 'data', { capacity: 0 }),
      volume('slow', 'data', { storage_class_name: 'slow' }),
    ],
    pvcs: [claim('data')],
  });

const minutesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);
/** Over midnight, with a gap. */
const steadyMinutes = [0, 1, 2, 59, 61, ...minutesFrom(717, 6)];

describe('repricing', () => {
  const open = new Set<TestWarehouse>();
  const clusterId = '6f1c2a3e-0000-4000-8000-00000000c1a5';
  const openOne = async (book?: string): Promise<TestWarehouse> => {
    // Names of namespaces and of clusters are the same everywhere.
    const warehouse = await openTestWarehouse({ clusterId });
    open.add(warehouse);
    if (book !== undefined) await setBook(warehouse, book);
    return warehouse;
  };
  afterEach(async () => {
    for (const warehouse of open) await warehouse.close();
    open.clear();
  });

  const ingestAll = async (
    warehouse: TestWarehouse,
    snapshots: readonly Snapshot[],
    into = { id: clusterId },
  ) => {
    for (const snapshot of snapshots) await warehouse.ingest(snapshot, into);
  };
  const reprice = (warehouse: TestWarehouse, change: Partial<RepriceOptions> = {}) =>
    repriceLedger(warehouse.db, { from: beginning, ...change });

  /** Whatever else changes, the control plane is of one service. */
  const random = (seed: number, first = 716): Snapshot[] =>
    minutesFrom(0, 8).map((minute) => ({
      ...randomSnapshot(seed * 100 + minute, first + minute),
      provider: 'aws',
      kubernetes_version: 'v1.33.4-eks-0',
    }));

  const sequences: [what: string, book: string, snapshots: Snapshot[], isSteady: boolean][] = [
    ['a cluster that stays as it is', dear, steadyMinutes.map(steady), true],
    ['any cluster', dear, random(1), false],
    ['another cluster', cheap, random(2), false],
    ['a third cluster', cheap, random(3), false],
  ];
  for (const [what, book, snapshots, isSteady] of sequences) {
    it(`gives ${what} the costs that it would have had at these prices`, async () => {
      const [late, always] = [await openOne(), await openOne(book)];
      for (const warehouse of [late, always]) await ingestAll(warehouse, snapshots);
      const [before, expected] = [await ledger(late), await ledger(always)];
      expect(() => expectSame(before, expected, { isSteady })).to.throw();
      const hours = before.get('cluster_hours')!.length;

      expect(await reprice(late)).to.eql({ clusters: 1, hours, skippedHours: 0, changingHours: 0 });
      expectSame(await ledger(late), before, { isSteady: true });
      await expectAgreement(late);

      await setBook(late, book);
      await reprice(late);
      expectSame(await ledger(late), expected, { isSteady });
      await expectAgreement(late);
      // Once more, it is the same to the last byte.
      const once = await dump(late);
      await reprice(late);
      expect(await dump(late)).to.equal(once);
    });
  }

  it('continues with new snapshots after repriced rows', async () => {
    const [late, always] = [await openOne(), await openOne(dear)];
    const [first, rest] = [steadyMinutes.slice(0, 5), steadyMinutes.slice(5)];
    await ingestAll(late, first.map(steady));
    await setBook(late, dear);
    await reprice(late);
    await ingestAll(late, rest.map(steady));
    await ingestAll(always, steadyMinutes.map(steady));
    expectSame(await ledger(late), await ledger(always), { isSteady: true });
    await expectAgreement(late);
  });

  it('with concurrent snapshots loses none of them', async () => {
    const [late, always] = [await openOne(), await openOne(dear)];
    const minutes = minutesFrom(700, 30);
    await ingestAll(late, minutes.slice(0, 10).map(steady));
    await setBook(late, dear);
    const coming = ingestAll(late, minutes.slice(10).map(steady));
    for (let times = 0; times < 5; times++) await reprice(late);
    await coming;
    await reprice(late);
    await ingestAll(always, minutes.map(steady));
    expectSame(await ledger(late), await ledger(always), { isSteady: true });
    await expectAgreement(late);
  });

  it('that is interrupted stops between days, and has the same result when repeated', async () => {
    const [broken, whole] = [await openOne(), await openOne()];
    const days = [0, 1, 2, 3].flatMap((day) => [0, 1].map((minute) => day * 1440 + minute));
    for (const warehouse of [broken, whole]) {
      await ingestAll(warehouse, days.map(steady));
      await setBook(warehouse, dear);
    }
    const before = await dump(broken);
    const stop = new AbortController();
    const steps: [number, number, string][] = [];
    const counted: number[] = [];
    const outcome = await reprice(broken, {
      signal: stop.signal,
      onProgress: ({ daysDone, days: all, label, result }) => {
        steps.push([daysDone, all, label]);
        counted.push(result.hours);
        if (daysDone === 2) stop.abort(new Error('enough'));
      },
    }).catch((error: unknown) => error);
    expect((outcome as Error).message).to.equal('enough');
    expect(steps).to.eql([
      [0, 4, ''],
      [1, 4, 'cluster 2026-07-15'],
      [2, 4, 'cluster 2026-07-16'],
    ]);
    expect(counted).to.eql([0, 1, 3]);
    await expectAgreement(broken);
    const halfway = await dump(broken);
    expect(halfway).not.to.equal(before);
    expect(await reprice(broken)).to.eql({
      clusters: 1,
      hours: 7,
      skippedHours: 0,
      changingHours: 0,
    });
    await reprice(whole);
    expect(await ledger(broken)).to.eql(await ledger(whole));
    expectSame(await ledger(broken), await ledger(whole), { isSteady: true });
  });

  it('skips days with hours without quantities, and reports them', async () => {
    const warehouse = await openOne();
    await ingestAll(warehouse, steadyMinutes.map(steady));
    const [day, hours] = ["'2026-07-15'", `hour < '2026-07-16T00:00Z'`];
    const rows = async () =>
      JSON.stringify([
        await warehouse.query(`
          select ${costMeasures.join()} from cluster_hours where ${hours} order by hour`),
        await warehouse.query(
          `select * from container_days where day = ${day} order by pod_uid, container_name`,
        ),
      ]);
    const old = await rows();
    await setBook(warehouse, dear);
    // As of an hour that was accounted for before quantities were stored.
    await warehouse.query(`update cluster_hours set repriceable_seconds = repriceable_seconds - 60
      where hour = '2026-07-15T13:00Z'`);
    const count = Number(
      (await warehouse.one(`select count(*) from cluster_hours where ${hours}`)).count,
    );
    expect(await reprice(warehouse)).to.eql({
      clusters: 1,
      hours: 1,
      skippedHours: count,
      changingHours: 0,
    });
    expect(await rows()).to.equal(old);
    await expectAgreement(warehouse);

    // And of owners' hours that are kept no longer.
    await warehouse.query(`update cluster_hours set repriceable_seconds = seconds`);
    await warehouse.query(`delete from quantity_hours where hour = '2026-07-15T13:00Z'`);
    expect((await reprice(warehouse)).skippedHours).to.equal(count);
    expect(await rows()).to.equal(old);

    // And of days whose hours are all pruned, by their time: less than an hour.
    await warehouse.query(`delete from cluster_hours where ${hours}`);
    expect((await reprice(warehouse)).skippedHours).to.equal(1);
  });

  it('reprices days whose owner hours were pruned, from stored quantities', async () => {
    const [late, always] = [await openOne(), await openOne(dear)];
    for (const warehouse of [late, always]) {
      await ingestAll(warehouse, steadyMinutes.map(steady));
      await warehouse.query(`delete from workload_hours where hour < '2026-07-15T13:00Z'`);
    }
    await setBook(late, dear);
    await reprice(late);
    expectSame(await ledger(late), await ledger(always), { isSteady: true });
  });

  it('uses the prices at the start of each hour if they change within a day', async () => {
    const [late, always] = [await openOne(cheap), await openOne(cheap)];
    // No snapshot accounts for time on both sides of the change.
    const minutes = [30, 31, 32, 59, 63, 64, 65, 121];
    const changed = new Date(noon + hourMs);
    await ingestAll(late, minutes.map(steady));
    for (const warehouse of [late, always]) await setBook(warehouse, dear, changed);
    await ingestAll(always, minutes.map(steady));
    await reprice(late);
    const [actual, expected] = [await ledger(late), await ledger(always)];
    await expectSameBooksChangeNothing(always);
    expectSame(withoutContainers(actual), withoutContainers(expected), { isSteady: true });
    // What is known of containers by the day adds up to their owners all the same.
    await expectAgreement(late, { areNodesExact: false });
    expectAbout(actual, expected);
    const once = await dump(late);
    await reprice(late);
    expect(await dump(late)).to.equal(once);
  });

  const expectSameBooksChangeNothing = async (warehouse: TestWarehouse) => {
    const before = await ledger(warehouse);
    await reprice(warehouse);
    expectSame(await ledger(warehouse), before, { isSteady: true });
    await expectAgreement(warehouse, { areNodesExact: false });
  };

  for (const [what, snapshots] of [
    ['a cluster that stays as it is', steadyMinutes.map(steady)],
    ['any cluster', random(1)],
    ['another cluster', random(2)],
  ] as const) {
    for (const [when, minute] of [
      ['at midnight', 720],
      ['a minute after midnight', 721],
      ['within the hour before midnight', 718.4],
    ] as const) {
      it(`changes nothing with the same books, which change ${when}, of ${what}`, async () => {
        const warehouse = await openOne(cheap);
        await setBook(warehouse, dear, new Date(noon + minute * 60_000));
        await ingestAll(warehouse, snapshots);
        await expectSameBooksChangeNothing(warehouse);
      });
    }
  }

  /** Every figure of an hour. */
  const hoursOnly = async (warehouse: TestWarehouse, hour: number) =>
    dumpTable(warehouse, (table) => table.endsWith('_hours') && `hour = '2026-07-15T${hour}:00Z'`);

  for (const [what, snapshots, isSteady] of [
    ['a cluster that stays as it is', [0, 1, 2, 3, 59, 63, 64, 121, 122].map(steady), true],
    ['any cluster', random(1, 56), false],
    ['another cluster', random(2, 56), false],
  ] as const) {
    it(`skips hours within which prices change, of ${what}`, async () => {
      const warehouse = await openOne(cheap);
      const first = new Date(snapshots[0]!.timestamp);
      const hour = first.getUTCHours();
      // Just after the second snapshot: no interval is on both sides of it.
      await setBook(warehouse, dear, new Date(snapshots[1]!.timestamp + 1));
      await ingestAll(warehouse, snapshots);
      const [before, live] = [await ledger(warehouse), await hoursOnly(warehouse, hour)];
      const hours = before.get('cluster_hours')!.length;
      expect(hours).to.be.greaterThan(1);

      const counts = { clusters: 1, hours: hours - 1, skippedHours: 0, changingHours: 1 };
      expect(await reprice(warehouse)).to.eql(counts);
      expect(await hoursOnly(warehouse, hour)).to.equal(live);
      const after = await ledger(warehouse);
      expectSame(after, before, { isSteady: true });
      await expectAgreement(warehouse, { areNodesExact: false });
      const once = await dump(warehouse);
      await reprice(warehouse);
      expect(await dump(warehouse)).to.equal(once);

      // Whatever it is given meanwhile, that hour stays.
      await setBook(warehouse, dear.replaceAll('0.04', '0.4'), new Date(first.getTime() + hourMs));
      await reprice(warehouse);
      await expectAgreement(warehouse, { areNodesExact: false });
      await setBook(warehouse, dear, new Date(snapshots[1]!.timestamp + 1));
      await reprice(warehouse);
      expect(await hoursOnly(warehouse, hour)).to.equal(live);
      const again = await ledger(warehouse);
      expectSame(withoutContainers(again), withoutContainers(before), { isSteady });
      if (isSteady) expectAbout(again, before);
    });
  }

  it('leaves days alone of whose hours that stay owners have nothing any more', async () => {
    const warehouse = await openOne(cheap);
    await setBook(warehouse, dear, new Date(noon + 90_000));
    await ingestAll(warehouse, [0, 1, 2, 63, 64, 121].map(steady));
    await warehouse.query(`delete from workload_hours where hour < '2026-07-15T13:00Z'`);
    const before = await dump(warehouse);
    await setBook(warehouse, dear.replaceAll('0.04', '0.4'), new Date(noon + hourMs));
    expect(await reprice(warehouse)).to.eql({
      clusters: 0,
      hours: 0,
      skippedHours: 2,
      changingHours: 1,
    });
    expect(await dump(warehouse)).to.equal(before);
  });

  it('has owners keep what they have of hours that stay, whatever the books say of them', async () => {
    const warehouse = await openOne(dear);
    await ingestAll(warehouse, [0, 1, 2, 63, 64, 121].map(steady));
    const live = await hoursOnly(warehouse, 12);
    // Of no machine is a price known all day, by the books that are in force.
    await setBook(warehouse, dear.replace('USD', 'EUR'));
    await setBook(warehouse, cheap.replace('USD', 'EUR'), new Date(noon + 90_000));
    await reprice(warehouse);
    expect(await hoursOnly(warehouse, 12)).to.equal(live);
    await expectAgreement(warehouse, { areNodesExact: false });
    const once = await dump(warehouse);
    await reprice(warehouse);
    expect(await dump(warehouse)).to.equal(once);
  });

  it('for all skips organizations while they have their own prices', async () => {
    const warehouse = await openOne(cheap);
    const { id: other } = await warehouse.one(
      `insert into organizations (name) values ('other') returning id`,
    );
    const organizationId = other as string;
    const cluster = await findOrCreateCluster(warehouse.db, { organizationId, name: 'theirs' });
    const minutes = [0, 1, 2, 63, 64, 121, 122, 181, 182, 1500].map(steady);
    await ingestAll(warehouse, minutes);
    for (const snapshot of minutes) {
      await ingestSnapshot(warehouse.db, { organizationId, cluster, snapshot });
    }
    const of = () => `organization_id = '${warehouse.organizationId}'`;
    const theirs = () => `organization_id = '${organizationId}'`;
    const before = [await dumpTable(warehouse, of), await dumpTable(warehouse, theirs)];
    await setBook(warehouse, dear);

    // From before on, without giving it to what is accounted for.
    await setBook(warehouse, cheap.replace('0.0041', '0.0051'), beginning, organizationId);
    expect(await reprice(warehouse)).to.include({ clusters: 1, changingHours: 0 });
    const first = await dumpTable(warehouse, of);
    expect(first).not.to.equal(before[0]);
    expect(await dumpTable(warehouse, theirs)).to.equal(before[1]);
    expect(await reprice(warehouse, { organizationId })).to.include({ clusters: 1 });
    expect(await dumpTable(warehouse, of)).to.equal(first);
    const own = await dumpTable(warehouse, theirs);
    expect(own).not.to.equal(before[1]);

    // Once it has none any more, it has those for all.
    await warehouse.query(`delete from price_books where organization_id is not null`);
    expect(await reprice(warehouse)).to.include({ clusters: 2, changingHours: 0 });
    expect(await dumpTable(warehouse, theirs)).not.to.equal(own);

    // So it has from within a day on, of which it has had its own until then.
    await setBook(warehouse, dear, beginning, organizationId);
    await warehouse.query(`insert into price_books (organization_id, valid_from)
      values ('${organizationId}', '${new Date(noon + hourMs + 90_000).toISOString()}')`);
    await setBook(warehouse, cheap);
    const counts = { clusters: 2, skippedHours: 0 };
    expect(await reprice(warehouse)).to.eql({ ...counts, hours: 8, changingHours: 1 });
    await expectAgreement(warehouse, { areNodesExact: false });

    // From within a day on, at a full hour, and within an hour.
    const hours = async (from: number) =>
      dumpTable(
        warehouse,
        (table) =>
          table.endsWith('_hours') &&
          `organization_id = '${organizationId}' and hour >= '${new Date(from).toISOString()}'`,
      );
    for (const [begins, kept, found] of [
      [noon + 2 * hourMs, noon + 2 * hourMs, { hours: 7, changingHours: 0 }],
      [noon + hourMs + 90_000, noon + hourMs, { hours: 6, changingHours: 1 }],
    ] as const) {
      await warehouse.query(`delete from price_books where organization_id is not null`);
      await setBook(warehouse, cheap.replace('0.0041', '0.0051'), new Date(begins), organizationId);
      const [all, later] = [await dumpTable(warehouse, theirs), await hours(kept)];
      await setBook(
        warehouse,
        begins === noon + 2 * hourMs ? dear.replace('0.0093', '0.0095') : cheap,
      );
      expect(await reprice(warehouse)).to.eql({ ...counts, ...found });
      expect(await dumpTable(warehouse, theirs)).not.to.equal(all);
      expect(await hours(kept)).to.equal(later);
      await expectAgreement(warehouse, { areNodesExact: false });
    }
  });

  it('has no costs without a price, and has them again with one', async () => {
    const [late, always] = [await openOne(), await openOne(dear)];
    for (const warehouse of [late, always]) await ingestAll(warehouse, steadyMinutes.map(steady));
    await setBook(late, dear.replace('USD', 'EUR'));
    await reprice(late);
    await expectAgreement(late);
    const unknown = await late.query(`
      select distinct cpu_cost_seconds as cpu, storage_cost_seconds as storage,
        management_cost_seconds as management, unallocated_compute_cost_seconds as unallocated,
        unallocated_management_cost_seconds as fee, on_demand_compute_cost_seconds as on_demand,
        is_compute_partial, is_storage_partial, compute_pricing_sources as sources
      from cluster_days`);
    expect(unknown).to.eql([
      {
        cpu: null,
        storage: null,
        management: null,
        unallocated: null,
        fee: null,
        on_demand: null,
        is_compute_partial: true,
        is_storage_partial: true,
        sources: [],
      },
    ]);
    expect(
      await late.query(`select from container_days where cpu_cost_seconds is not null`),
    ).to.eql([]);
    await setBook(late, dear);
    await reprice(late);
    expectSame(await ledger(late), await ledger(always), { isSteady: true });
  });

  it('uses the overrides of a cluster, and does not change other organizations', async () => {
    const warehouse = await openOne();
    const { id: other } = await warehouse.one(`
      insert into clusters (organization_id, name) select organization_id, 'other' from clusters
      returning id`);
    const { id: foreign } = await warehouse.one(
      `insert into organizations (name) values ('foreign') returning id`,
    );
    const minutes = [0, 1, 2].map(steady);
    await ingestAll(warehouse, minutes);
    await ingestAll(warehouse, minutes, { id: other as string });
    await setBook(warehouse, dear);
    const before = await dump(warehouse);
    expect(await reprice(warehouse, { organizationId: foreign as string })).to.eql({
      clusters: 0,
      hours: 0,
      skippedHours: 0,
      changingHours: 0,
    });
    expect(await reprice(warehouse, { from: new Date(noon + 12 * hourMs) })).to.include({
      clusters: 0,
    });
    expect(await dump(warehouse)).to.equal(before);
    const { organizationId } = warehouse;
    expect(await reprice(warehouse, { organizationId, from: new Date(noon + hourMs) })).to.eql({
      clusters: 2,
      hours: 2,
      skippedHours: 0,
      changingHours: 0,
    });
    await expectAgreement(warehouse);
    const { rows } = await sql<{ dearer: boolean }>`
      select max(unallocated_cost_seconds) filter (where cluster_id = ${other}::uuid)
        > 5 * max(unallocated_cost_seconds) filter (where cluster_id = ${clusterId}::uuid) as dearer
      from node_hours`.execute(warehouse.db);
    expect(rows).to.eql([{ dearer: true }]);
  });
});
