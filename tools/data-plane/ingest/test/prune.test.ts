import { skipOnCitus } from '@costplane/warehouse/testing';
import { openWarehouse, type Warehouse } from '@costplane/warehouse';
import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { withArchiveLock } from '../src/archive/archived-months.ts';
import { ingestSnapshot } from '../src/ingest-snapshot.ts';
import { previewPruning, prune } from '../src/prune/prune.ts';
import { type Retention } from '../src/prune/retention.ts';
import { deleteUnusedDescriptions } from '../src/prune/unused-descriptions.ts';
import { repriceLedger } from '../src/reprice/reprice-ledger.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { deployment, node, ownedBy, pod, sampleSnapshot } from './sample-snapshot.ts';

const web = (labels: Record<string, string> = {}) => ({
  nodes: [node('n')],
  deployments: [deployment('web', { labels })],
  pods: [pod('web-1', 'n', ownedBy('Deployment', 'web'))],
});

/** Of July 2026, when the snapshots begin, hours are too old and days are not. */
const afterFourteenMonths = new Date('2027-09-20T00:00:00Z');
const afterEightYears = new Date('2034-08-20T00:00:00Z');
const retention: Retention = { hourlyMonths: 13, dailyMonths: 84, goneDays: 90 };

describe('pruning', () => {
  let warehouse: TestWarehouse;
  let owner: Kysely<Warehouse>;
  beforeEach(async () => {
    warehouse = await openTestWarehouse();
    owner = openWarehouse(warehouse.url, 'owner');
    for (const minute of [0, 1, 2]) await warehouse.ingest(sampleSnapshot(minute, web()));
  });
  afterEach(async () => {
    await owner.destroy();
    await warehouse.close();
  });

  const countRows = async (table: string) =>
    (await warehouse.one(`select count(*)::integer as count from ${table}`)).count;
  const ingestPending = () =>
    ingestSnapshot(warehouse.db, {
      organizationId: warehouse.organizationId,
      cluster: { id: warehouse.clusterId },
      snapshot: sampleSnapshot(3, web()),
      foldWithinMs: 300_000,
    });
  const partitions = async (pattern: string) =>
    (
      await warehouse.query(`select relname::text as name from pg_class where relkind = 'r'
        and relnamespace = 'costplane'::regnamespace and relname ~ '${pattern}' order by 1`)
    ).map(({ name }) => name);

  it('keeps what is not old enough', async () => {
    const now = new Date('2027-08-31T23:59:59Z');
    expect(await prune(owner, { retention, now })).to.eql({
      months: [],
      gone: { nodes: 0, namespaces: 0, workloads: 0, pods: 0, persistent_volumes: 0 },
      descriptions: 0,
    });
    expect(await countRows('workload_hours')).to.equal(1);
  });

  it('waits while months are archived or restored', async () => {
    let isPruned = false;
    const { pruning } = await withArchiveLock(owner, async () => {
      const begun = prune(owner, { retention }).then(() => (isPruned = true));
      await sleep(500);
      expect(isPruned).to.equal(false);
      return { pruning: begun };
    });
    expect(await pruning).to.equal(true);
  });

  it('drops old months of hours, and leaves the days as they were', async () => {
    const days = await warehouse.query('select to_jsonb(t) from workload_days as t');
    const preview = await previewPruning(owner, { retention, now: afterFourteenMonths });
    const { months } = await prune(owner, { retention, now: afterFourteenMonths });
    expect(months.map(({ partition }) => partition)).to.eql(
      preview.months.map(({ partition }) => partition),
    );
    expect(months).to.deep.include({ ...preview.months[0], is_dropped: true });
    expect(new Set(months.map(({ month }) => month))).to.eql(new Set(['2026-07']));
    expect(await partitions('_hours_2026_07$')).to.eql([]);
    expect(await partitions('_hours_2026_08$')).to.have.length.above(3);
    expect(await countRows('workload_hours')).to.equal(0);
    expect(await warehouse.query('select to_jsonb(t) from workload_days as t')).to.eql(days);
  });

  it('changes the data version of the service', async () => {
    const version = 'select read_version(gen_random_uuid(), null)';
    const before = await warehouse.one(version);
    await prune(owner, { retention: { ...retention, goneDays: 36_500 }, now: afterFourteenMonths });
    expect(await warehouse.one(version)).to.not.eql(before);
  });

  it('does not reprice days whose hours were pruned', async () => {
    await prune(owner, { retention, now: afterFourteenMonths });
    const days = await warehouse.query('select to_jsonb(t) from cluster_days as t');
    const { hours } = await repriceLedger(warehouse.db, { from: new Date('2026-07-01T00:00:00Z') });
    expect(hours).to.equal(0);
    expect(await warehouse.query('select to_jsonb(t) from cluster_days as t')).to.eql(days);
  });

  it('blocks neither readers nor reports', async () => {
    const exporting = await startReading();
    const pruned = prune(owner, { retention, now: afterFourteenMonths });
    const september2027 = 430 * 24 * 60;
    for (const minute of [0, 1, 2]) {
      await sleep(200);
      await sql`select from workload_hours join clusters on clusters.id = cluster_id`.execute(
        warehouse.db,
      );
      await warehouse.ingest(sampleSnapshot(september2027 + minute, web()));
    }
    await exporting.end();
    const { months } = await pruned;
    expect(months.every(({ is_dropped: isDropped }) => isDropped)).to.equal(true);
    expect(await countRows('cluster_days')).to.equal(2);
    expect(await countRows('cluster_hours')).to.equal(2);
  });

  it('waits for a moment in which a month can be detached', async () => {
    const locked = Promise.withResolvers<undefined>();
    const locking = warehouse.db.transaction().execute(async (tx) => {
      await sql`lock table workload_hours in share update exclusive mode`.execute(tx);
      locked.resolve(undefined);
      await sleep(1_500);
    });
    await locked.promise;
    const { months } = await prune(owner, { retention, now: afterFourteenMonths });
    await locking;
    expect(months.every(({ is_dropped: isDropped }) => isDropped)).to.equal(true);
  });

  it('frees the name of a month even if its table cannot be dropped yet', async () => {
    const stop = new AbortController();
    const released = Promise.withResolvers<undefined>();
    const locked = Promise.withResolvers<undefined>();
    const reading = warehouse.db.transaction().execute(async (tx) => {
      await sql`lock table clusters in access share mode`.execute(tx);
      locked.resolve(undefined);
      await released.promise;
    });
    await locked.promise;
    const pruned = prune(owner, { retention, now: afterFourteenMonths, signal: stop.signal });
    while ((await partitions('_hours_2026_07_dropped_')).length === 0) await sleep(50);
    stop.abort();
    expect(await pruned.catch((reason: unknown) => reason)).to.have.property('name', 'AbortError');
    released.resolve(undefined);
    await reading;
    await sql`select prepare_ledger_months('2026-07-01', '2026-07-01')`.execute(owner);
    expect(await partitions('^cluster_hours_2026_07$')).to.have.length(1);
    await prune(owner, { retention, now: afterFourteenMonths });
    expect(await partitions('_hours_2026_07')).to.eql([]);
  });

  it('folds the last reports of a month before it drops the month', async () => {
    await ingestPending();
    expect(await countRows('pending_increments')).to.equal(1);
    await prune(owner, { retention, now: afterFourteenMonths });
    expect(await countRows('pending_increments')).to.equal(0);
    expect((await warehouse.one('select seconds from cluster_days')).seconds).to.equal('180');
    expect(await countRows('cluster_hours')).to.equal(0);
  });

  it('waits for a transaction that has changed the data version', async () => {
    const changed = Promise.withResolvers<undefined>();
    const changing = warehouse.db.transaction().execute(async (tx) => {
      await sql`select bump_version(null, null)`.execute(tx);
      changed.resolve(undefined);
      await sleep(1_500);
    });
    await changed.promise;
    const { months } = await prune(owner, { retention, now: afterFourteenMonths });
    await changing;
    expect(months.every(({ is_dropped: isDropped }) => isDropped)).to.equal(true);
  });

  it('keeps the descriptions of containers, without reading their days', async () => {
    await sql`update owner_descriptions set described_on = '2026-07-15'`.execute(owner);
    await sql`alter table container_days rename to hidden_days`.execute(owner);
    expect(await deleteUnusedDescriptions(owner)).to.equal(0);
  });

  it('leaves out what an organization that was moved has left behind', async () => {
    await ingestPending();
    await warehouse.query('update organizations set is_home = false');
    const { months, descriptions } = await prune(owner, { retention, now: afterEightYears });
    expect(months).to.not.eql([]);
    expect(descriptions).to.equal(0);
    const { hours } = await repriceLedger(warehouse.db, { from: new Date('2026-07-01T00:00:00Z') });
    expect(hours).to.equal(0);
  });

  it('leaves out an organization whose move is not complete, and keeps the months of its last reports', async () => {
    await ingestPending();
    await warehouse.query('update organizations set is_writable = false');
    const failure = prune(owner, { retention, now: afterEightYears }).catch(String);
    expect(await failure).to.match(
      /^ArchiveError: The organization test is being moved, .+ complete the move with costplane org move, then run this again$/,
    );
    expect(await countRows('workload_days')).to.equal(1);
    const { hours } = await repriceLedger(warehouse.db, { from: new Date('2026-07-01T00:00:00Z') });
    expect(hours).to.equal(0);
    await warehouse.query('delete from pending_increments');
    const { months, descriptions } = await prune(owner, { retention, now: afterEightYears });
    expect(months).to.not.eql([]);
    expect(descriptions).to.equal(0);
  });

  it('continues an interrupted run', async function () {
    skipOnCitus(this, 'months are not detached concurrently');
    const stop = new AbortController();
    const exporting = await startReading();
    const interrupted = prune(owner, { retention, now: afterFourteenMonths, signal: stop.signal });
    await sleep(500);
    stop.abort();
    const error = await interrupted.catch((reason: unknown) => reason);
    expect(error).to.have.property('name', 'AbortError');
    await exporting.end();
    const { months } = await previewPruning(owner, { retention, now: afterFourteenMonths });
    expect(months.map(({ state }) => state)).to.include('pending');
    await sql`alter table node_hours detach partition node_hours_2026_07`.execute(owner);
    await ingestPending();
    await prune(owner, { retention, now: afterFourteenMonths });
    expect(await partitions('_hours_2026_07$')).to.eql([]);
    expect(await countRows('pending_increments')).to.equal(0);
  });

  it('deletes objects that disappeared long ago, and old descriptions', async () => {
    await warehouse.ingest(sampleSnapshot(3, web({ team: 'a' })));
    await warehouse.ingest(sampleSnapshot(4, { nodes: [node('n')], deployments: [], pods: [] }));
    const gone = new Date('2026-07-15T00:00:00Z').getTime() + 90 * 86_400_000;
    const early = await prune(owner, { retention, now: new Date(gone) });
    expect(early.gone).to.include({ pods: 0, workloads: 0 });
    const late = await prune(owner, { retention, now: new Date(gone + 86_400_000) });
    expect(late.gone).to.include({ pods: 1, workloads: 1, nodes: 0 });
    expect(await countRows('workloads')).to.equal(0);
    expect(await countRows(`owner_descriptions where kind <> ''`)).to.equal(2);
    await sql`update owner_descriptions set described_on = '2026-07-15'`.execute(owner);
    const { descriptions } = await prune(owner, { retention, now: afterEightYears });
    expect(descriptions).to.be.at.least(2);
    expect(await countRows('owner_descriptions')).to.equal(0);
    expect(await countRows('workload_days')).to.equal(0);
  });

  /** As an export does: a transaction that has read the month, and goes on. */
  async function startReading() {
    const reader = openWarehouse(warehouse.url, 'api');
    const ended = Promise.withResolvers<undefined>();
    const begun = Promise.withResolvers<undefined>();
    const reading = reader.transaction().execute(async (tx) => {
      await sql`select from clusters
        join cluster_hours on cluster_hours.cluster_id = clusters.id
        join workload_hours on workload_hours.cluster_id = clusters.id`.execute(tx);
      begun.resolve(undefined);
      await ended.promise;
    });
    await begun.promise;
    return {
      async end() {
        ended.resolve(undefined);
        await reading;
        await reader.destroy();
      },
    };
  }
});
