import { skipOnCitus } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { foldCluster } from '../src/pending/fold-cluster.ts';
import { ingestHistory } from '../src/ingest-history.ts';
import { ingestSnapshot } from '../src/ingest-snapshot.ts';
import { previewRepricing, repriceLedger } from '../src/reprice/reprice-ledger.ts';
import { type Snapshot } from '../src/snapshot-schema.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { expectAgreement } from './ledger-checks.ts';
import { dumpLedger } from './ledger-dump.ts';
import { randomSnapshot } from './random-snapshot.ts';
import { deployment, node, ownedBy, pod, sampleSnapshot } from './sample-snapshot.ts';

const foldWithinMs = 300_000;
const clusterId = '6f1c2a3e-0000-4000-8000-00000000f01d';
const book = `
currency: USD
rates:
  on_demand: { cpu_core_hour: 0.04, memory_gib_hour: 0.0093, gpu_hour: 2.75 }
  spot: { cpu_core_hour: 0.011, memory_gib_hour: 0.0021, gpu_hour: 1.1 }
storage: { default_gib_month: 0.0731 }
`;

/** A workload of a team, on a node of so many cores. */
const web = (minute: number, { team = 'red', cores = 4, name = 'web' } = {}): Snapshot =>
  sampleSnapshot(minute, {
    nodes: [node('n', { cpu_capacity_cores: cores, cpu_allocatable: cores })],
    namespaces: [{ name: 'shop', labels: { tier: team } }],
    deployments: [deployment(name, { labels: { team } })],
    pods: [pod(`${name}-1`, 'n', ownedBy('Deployment', name))],
  });

describe('folding pending ledger rows', () => {
  const open = new Set<TestWarehouse>();
  const openOne = async (): Promise<TestWarehouse> => {
    const warehouse = await openTestWarehouse({ clusterId });
    open.add(warehouse);
    return warehouse;
  };
  afterEach(async () => {
    for (const warehouse of open) await warehouse.close();
    open.clear();
  });

  const atOnce = ({ db, organizationId }: TestWarehouse, snapshot: Snapshot) =>
    ingestSnapshot(db, { organizationId, cluster: { id: clusterId }, snapshot });
  const later = ({ db, organizationId }: TestWarehouse, snapshot: Snapshot) =>
    ingestSnapshot(db, { organizationId, cluster: { id: clusterId }, snapshot, foldWithinMs });
  const fold = ({ db, organizationId }: TestWarehouse) =>
    foldCluster(db, { organizationId, clusterId });
  const countPending = async (warehouse: TestWarehouse) =>
    Number((await warehouse.one('select count(*) from pending_increments')).count);
  const setBook = (warehouse: TestWarehouse, from: string) =>
    warehouse.query(`insert into price_books (valid_from, source, digest)
      values ('${from}', '${book}', '\\x${createHash('sha256').update(book).digest('hex')}')`);
  const reprice = (warehouse: TestWarehouse) =>
    repriceLedger(warehouse.db, { from: new Date('2026-07-01T00:00:00Z') });

  /** Both ways, the same ledger, which adds up. */
  async function expectSameLedger(
    snapshots: readonly Snapshot[],
    beside: (warehouse: TestWarehouse, index: number) => Promise<unknown> = () => Promise.resolve(),
    isFolded: (index: number) => boolean = (index) => index % 4 === 3,
  ): Promise<void> {
    const [immediate, folded] = [await openOne(), await openOne()];
    for (const [index, snapshot] of snapshots.entries()) {
      await atOnce(immediate, snapshot);
      await later(folded, snapshot);
      await beside(immediate, index);
      await beside(folded, index);
      if (isFolded(index)) await fold(folded);
    }
    await fold(folded);
    expect(await countPending(folded)).to.equal(0);
    const actual = await dumpLedger(folded);
    for (const [table, rows] of Object.entries(await dumpLedger(immediate))) {
      expect(actual[table], table).to.eql(rows);
    }
    await expectAgreement(folded);
  }

  const noonTo = 12 * 60;

  for (const seed of [1, 2, 3, 4]) {
    it(`has the same result as adding each report immediately, for random cluster ${seed}`, async () => {
      const minutes = [0, 1, 2, 3, 4, 58, 59, 60, 61, 62, noonTo - 1, noonTo, noonTo + 1];
      const snapshots = minutes.map((minute, index) =>
        randomSnapshot(seed * 100 + Math.floor(index / 3), minute),
      );
      await expectSameLedger(snapshots, undefined, (index) => (index * seed) % 5 === 4);
    });
  }

  it('keeps the owner of each minute, whoever it is when it is folded', async () => {
    const teams = ['red', 'red', 'blue', 'blue', 'red', 'green', 'green'];
    await expectSameLedger(
      teams.map((team, index) => web(57 + index, { team })),
      undefined,
      () => false,
    );
  });

  it('separates the states of a node within an hour', async () => {
    await expectSameLedger(
      [4, 4, 8, 8, 4, 16].map((cores, index) => web(index, { cores })),
      undefined,
      () => false,
    );
  });

  it('crosses the end of a month', async () => {
    const lastMinute = 16 * 24 * 60 + noonTo - 2;
    await expectSameLedger(
      [0, 1, 2, 3, 4].map((minute) => web(lastMinute + minute)),
      undefined,
      () => false,
    );
  });

  it('is complete before it is repriced', async () => {
    await expectSameLedger(
      Array.from({ length: 9 }, (_, minute) => web(minute, { name: minute < 4 ? 'web' : 'api' })),
      async (warehouse, index) => {
        if (index === 4) await setBook(warehouse, '2026-07-15T00:00:00Z');
        if (index === 5) await reprice(warehouse);
      },
      () => false,
    );
  });

  it('is complete in the preview of a repricing, which leaves it pending', async () => {
    const warehouse = await openOne();
    const days = [0, 1, 2, 3, 4].map((day) => day * 24 * 60);
    for (const day of days) {
      for (const minute of [0, 1, 2]) await later(warehouse, web(day + minute));
    }
    const { preview, locks } = await warehouse.db.transaction().execute(async (tx) => ({
      preview: await previewRepricing(tx, {
        from: new Date('2026-07-01T00:00:00Z'),
        currency: 'USD',
      }),
      locks: (
        await sql`select from pg_locks
          where pid = pg_backend_pid() and locktype = 'transactionid'`.execute(tx)
      ).rows.length,
    }));
    expect(preview.clusters).to.equal(1);
    expect(preview.hours).to.be.at.least(days.length);
    expect(Number(preview.costBefore)).to.be.greaterThan(0);
    expect(await countPending(warehouse)).to.be.at.least(2);
    expect(locks, 'as many for any number of days').to.be.at.most(1);
  });

  it('happens before a report is added immediately', async () => {
    const warehouse = await openOne();
    for (const minute of [0, 1, 2]) await later(warehouse, web(minute));
    await atOnce(warehouse, web(3));
    expect(await countPending(warehouse)).to.equal(0);
    expect((await warehouse.one('select seconds from cluster_hours')).seconds).to.equal('180');
  });

  it('happens before the time before it is added', async () => {
    const warehouse = await openOne();
    for (const minute of [0, 1, 2]) await later(warehouse, web(minute));
    const since = new Date('2026-07-15T11:00:00Z');
    const added = await ingestHistory(warehouse.db, {
      organizationId: warehouse.organizationId,
      cluster: { id: clusterId },
      since,
      stepSeconds: 600,
      snapshotAt: (time) => ({ ...web(0), timestamp: time.getTime() }),
    });
    expect(added).to.eql({ from: since.getTime(), to: Date.parse('2026-07-15T12:00:00Z') });
    await expectAgreement(warehouse);
  });

  it('changes nothing for a duplicate or late report', async () => {
    const warehouse = await openOne();
    for (const minute of [0, 2]) await later(warehouse, web(minute));
    expect((await later(warehouse, web(2))).status).to.equal('duplicate');
    expect((await later(warehouse, web(1))).status).to.equal('older');
    expect(await countPending(warehouse)).to.equal(1);
    expect(await fold(warehouse)).to.equal(1);
    expect((await warehouse.one('select seconds from cluster_hours')).seconds).to.equal('120');
  });

  it('adds each report once with any number of concurrent folds', async () => {
    const warehouse = await openOne();
    const snapshots = Array.from({ length: 12 }, (_, minute) => web(minute));
    for (const snapshot of snapshots) {
      await Promise.all([later(warehouse, snapshot), fold(warehouse), fold(warehouse)]);
    }
    await Promise.all([fold(warehouse), fold(warehouse)]);
    expect((await warehouse.one('select seconds from cluster_hours')).seconds).to.equal('660');
    await expectAgreement(warehouse);
  });

  it('that fails keeps everything pending', async () => {
    const warehouse = await openOne();
    for (const minute of [0, 1, 2]) await later(warehouse, web(minute));
    await warehouse.query(
      `alter table cluster_days add constraint broken check (seconds < 0) not valid`,
    );
    const failure = await fold(warehouse).catch((error: unknown) => error);
    expect(String(failure)).to.contain('broken');
    expect(await countPending(warehouse)).to.equal(2);
    expect(await warehouse.query('select from cluster_hours')).to.eql([]);
    await warehouse.query('alter table cluster_days drop constraint broken');
    expect(await fold(warehouse)).to.equal(2);
    await expectAgreement(warehouse);
  });

  it('happens with the next report if rows are pending for twice the interval', async () => {
    const warehouse = await openOne();
    for (const minute of [0, 1, 2]) await later(warehouse, web(minute));
    await warehouse.query(`update pending_increments set appended_at = now() - interval '601 s'
      where ends_at = '2026-07-15T12:01:00Z'`);
    await later(warehouse, web(3));
    expect(await countPending(warehouse)).to.equal(1);
    expect((await warehouse.one('select seconds from cluster_hours')).seconds).to.equal('120');
  });

  it('happens with the next report once a hundred are pending', async () => {
    const warehouse = await openOne();
    for (let minute = 0; minute <= 100; minute += 1) await later(warehouse, web(minute));
    expect(await countPending(warehouse)).to.equal(100);
    await later(warehouse, web(101));
    expect(await countPending(warehouse)).to.equal(1);
  });

  it('happens although the month of the reports was dropped meanwhile', async () => {
    const warehouse = await openOne();
    const dropJuly = async () => {
      const [july] = await warehouse.query(`select string_agg(oid::regclass::text, ', ') as tables
        from pg_class where relkind = 'r' and relname ~ '_2026_07$'`);
      await warehouse.query(`drop table ${String(july?.tables)}`);
    };
    for (const minute of [0, 1, 2]) await later(warehouse, web(minute));
    await dropJuly();
    expect(await fold(warehouse)).to.equal(2);
    expect((await warehouse.one('select seconds from cluster_days')).seconds).to.equal('120');
    await later(warehouse, web(3));
    await dropJuly();
    const inAugust = 20 * 24 * 60;
    await atOnce(warehouse, web(inAugust));
    expect(await countPending(warehouse)).to.equal(0);
    const days = await warehouse.query('select seconds from cluster_days order by day');
    expect(days.map(({ seconds }) => seconds)).to.eql(['60', '180']);
  });

  it('changes the version of the cluster, and of nothing else', async function () {
    skipOnCitus(this, 'there is no data version');
    const warehouse = await openOne();
    for (const minute of [0, 1, 2]) await later(warehouse, web(minute));
    const versions = () =>
      warehouse.query('select cluster_id, version from versions order by cluster_id, is_locked');
    const before = await versions();
    await fold(warehouse);
    const changed = (await versions()).filter(({ version }, index) => {
      return version !== before[index]?.version;
    });
    expect(changed.map((row) => row.cluster_id)).to.eql([clusterId]);
    const unchanged = await versions();
    await fold(warehouse);
    expect(await versions(), 'with nothing pending').to.eql(unchanged);
  });

  it('has nothing to do for a cluster that was deleted', async () => {
    const warehouse = await openOne();
    for (const minute of [0, 1]) await later(warehouse, web(minute));
    await warehouse.query('delete from clusters');
    expect(await countPending(warehouse)).to.equal(0);
    expect(await fold(warehouse)).to.equal(0);
  });
});
