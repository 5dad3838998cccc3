import { openWarehouse, type Warehouse } from '@costplane/warehouse';
import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { archiveMonths, type ArchiveStore, openStore, restoreMonth } from '../src/archive/index.ts';
import { writeManifest } from '../src/archive/month-manifest.ts';
import { findOrCreateCluster } from '../src/find-or-create-cluster.ts';
import { ingestSnapshot } from '../src/ingest-snapshot.ts';
import { prune } from '../src/prune/prune.ts';
import { rollUpLedger } from '../src/roll-up/roll-up-ledger.ts';
import { openTestBucket } from './bucket.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { deployment, node, ownedBy, pod, sampleSnapshot } from './sample-snapshot.ts';

const labels = { team: 'it\'s "a"', app: 'Grün \\ {x,y}' };
const web = {
  nodes: [node('n')],
  deployments: [deployment('web', { labels })],
  pods: [pod('web-1', 'n', ownedBy('Deployment', 'web'))],
};

/** The snapshots are of July 2026. */
const before = '2026-08';
const month = '2026-07';
const now = new Date('2026-09-01T00:00:00Z');

const onlyDays = { hourlyMonths: 1, dailyMonths: 84, goneDays: 36_500 };

const minutes = [0, 1, 2, 90, 91, 24 * 60, 24 * 60 + 1];

describe('archiving', () => {
  let warehouse: TestWarehouse;
  let owner: Kysely<Warehouse>;
  let folder: string;
  let store: ArchiveStore;
  beforeEach(async () => {
    warehouse = await openTestWarehouse();
    owner = openWarehouse(warehouse.url, 'owner');
    folder = await mkdtemp(join(tmpdir(), 'costplane-archive-'));
    store = openStore(folder);
    for (const minute of minutes) await warehouse.ingest(sampleSnapshot(minute, web));
    await rollUpLedger(warehouse.db);
  });
  afterEach(async () => {
    await owner.destroy();
    await warehouse.close();
    await rm(folder, { recursive: true });
  });

  const archive = (options: Partial<Parameters<typeof archiveMonths>[2]> = {}) =>
    archiveMonths(owner, store, { before, now, ...options });
  const restore = (options: Partial<Parameters<typeof restoreMonth>[2]> = {}) =>
    restoreMonth(owner, store, { month, ...options });

  /** Every row of the ledger, as text. */
  async function dumpLedger(): Promise<Record<string, string[]>> {
    const tables = await warehouse.query(`select relname::text as name from pg_class
      where relkind = 'p' and relnamespace = 'costplane'::regnamespace order by 1`);
    const dump: Record<string, string[]> = {};
    for (const { name } of [...tables, { name: 'owner_descriptions' }]) {
      const rows = await warehouse.query(
        `select t::text as row from ${String(name)} as t order by 1`,
      );
      dump[String(name)] = rows.map(({ row }) => String(row));
    }
    return dump;
  }
  /** Changes a byte of a file; returns a function that restores the file. */
  async function damage() {
    const file = join(folder, month, 'workload_days.parquet');
    const bytes = await readFile(file);
    await writeFile(file, bytes.with(100, bytes[100]! ^ 1));
    return () => writeFile(file, bytes);
  }
  /** As if another database had written the archive. */
  async function writeIdentity() {
    const file = join(folder, month, 'manifest.json');
    const manifest = await readFile(file, 'utf8');
    await writeFile(file, manifest.replaceAll(/"identity": "\d+/g, '"identity": "1'));
  }
  const months = () =>
    warehouse.query('select month::text as month, location from archived_months');
  const detachedPartitions = async () => {
    const attached = await warehouse.query(
      'select inhrelid::regclass::text as name from pg_inherits',
    );
    const names = new Set(attached.map(({ name }) => name));
    return (await partitions()).filter((name) => !names.has(name));
  };
  const partitions = async () =>
    (
      await warehouse.query(`select relname::text as name from pg_class where relkind = 'r'
        and relnamespace = 'costplane'::regnamespace and relname ~ '_2026_07$'`)
    ).map(({ name }) => name);

  it('moves a month to files, and restores exactly the same rows', async () => {
    const ledger = await dumpLedger();
    const filled = Object.entries(ledger).filter(([, rows]) => rows.length > 0);
    expect(filled.map(([name]) => name)).to.include.members([
      'cluster_hours',
      'workload_days',
      'container_days',
      'quantity_hours',
    ]);

    const [archived] = await archive();
    expect(archived?.month).to.equal(month);
    expect(archived?.rows).to.eql(
      Object.fromEntries(Object.entries(ledger).map(([name, rows]) => [name, rows.length])),
    );
    expect(await partitions()).to.eql([]);
    expect(await months()).to.eql([{ month: '2026-07-01', location: folder }]);
    expect(await readdir(join(folder, month))).to.have.members([
      'manifest.json',
      ...filled.map(([name]) => `${name}.parquet`),
    ]);
    const permissions = [folder, `${folder}/${month}`, `${folder}/${month}/manifest.json`].map(
      async (path) => ((await stat(path)).mode & 0o777).toString(8),
    );
    expect(await Promise.all(permissions)).to.eql(['700', '700', '600']);
    expect(await archive()).to.eql([]);
    expect(await warehouse.query('select from owner_descriptions')).to.eql([]);

    const steps: string[] = [];
    const restored = await restore({ onProgress: (label) => steps.push(label) });
    expect(restored.map(({ leftOut }) => leftOut)).to.eql(restored.map(() => 0));
    const [last] = steps.filter((label) => !label.endsWith('_periods')).slice(-1);
    expect(last).to.equal('2026-07 cluster_days');
    expect(await dumpLedger()).to.eql(ledger);
    expect(await months()).to.eql([]);
    await expectFailure(restore(), /^2026-07 is not archived: there is nothing to restore$/);
  });

  it('continues after an interruption at any point, and loses and duplicates nothing', async function () {
    this.timeout(600_000);
    const ledger = await dumpLedger();
    for (const step of await tenSteps((onProgress) => archive({ onProgress }))) {
      if ((await months()).length > 0) await restore();
      await expectFailure(archive({ onProgress: stopAt(step) }), /^stopped$/);
      // A restore ends what an archive has begun.
      if (step % 2 === 0 || (await months()).length === 0) await archive();
      await restore();
      expect(await dumpLedger(), `archive at step ${step}`).to.eql(ledger);
    }
    await archive();
    for (const step of await tenSteps((onProgress) => restore({ onProgress }))) {
      await archive();
      await expectFailure(restore({ onProgress: stopAt(step) }), /^stopped$/);
      expect((await dumpLedger()).workload_days).to.eql([]);
      await restore();
      expect(await dumpLedger(), `restore at step ${step}`).to.eql(ledger);
    }
  });

  it('archives what was pruned after a restore only to another folder, and restores it again', async () => {
    const ledger = await dumpLedger();
    await archive();
    await restore();
    await prune(owner, { retention: onlyDays, now });
    await expectFailure(
      archive(),
      /holds more of 2026-07 than the database, which has no rows of it in cluster_hours; choose another/,
    );
    await expectFailure(
      restore(),
      /^2026-07 has rows in cluster_days; archive it to another folder or prefix, and then restore/,
    );
    await archiveMonths(owner, openStore(join(folder, 'days')), { before, now });
    await restore();
    expect(await dumpLedger()).to.eql(ledger);

    await prune(owner, { retention: { ...onlyDays, dailyMonths: 1 }, now });
    // The database came to another server.
    await writeIdentity();
    await restore();
    expect(await dumpLedger()).to.eql(ledger);
  });

  it('keeps files of what was pruned after an interruption', async () => {
    const { workload_hours: hours } = await dumpLedger();
    await expectFailure(archive({ onProgress: stopBefore('detaching it') }), /^stopped$/);
    await prune(owner, { retention: onlyDays, now });
    await warehouse.query('update workload_days set cpu_cost_seconds = cpu_cost_seconds + 1');
    await archive();
    await restore();
    expect((await dumpLedger()).workload_hours).to.eql(hours);
  });

  it('drops nothing whose file was damaged during an interruption', async () => {
    const ledger = await dumpLedger();
    await expectFailure(archive({ onProgress: stopBefore('dropping it') }), /^stopped$/);
    const detached = await partitions();
    const repair = await damage();
    await expectFailure(archive(), /workload_days\.parquet has changed since it was written/);
    await expectFailure(restore(), /workload_days\.parquet has changed since it was written/);
    expect(await partitions()).to.eql(detached);
    await repair();
    await restore();
    expect(await dumpLedger()).to.eql(ledger);
  });

  it('writes a month again if a file was damaged before its rows were compared', async () => {
    const ledger = await dumpLedger();
    for (const complete of [archive, restore]) {
      await expectFailure(archive({ onProgress: stopBefore('detaching it') }), /^stopped$/);
      await damage();
      await complete();
      if (complete === archive) await restore();
      expect(await dumpLedger()).to.eql(ledger);
    }
  });

  it('archives changes that happen meanwhile', async () => {
    const onProgress = (label: string) =>
      label.endsWith(': recording it as archived') &&
      void warehouse.query(
        `update workload_days set cpu_cost_seconds = cpu_cost_seconds + 0.000000000000000001`,
      );
    const changed = await dumpLedger();
    await archive({ onProgress });
    await restore();
    const ledger = await dumpLedger();
    expect(ledger.workload_days).to.not.eql(changed.workload_days);
    expect(ledger.workload_hours).to.eql(changed.workload_hours);
  });

  it('restores pruned descriptions, even if they were created again', async () => {
    const ledger = await dumpLedger();
    await archive();
    const retention = { hourlyMonths: 1, dailyMonths: 1, goneDays: 36_500 };
    await sql`update owner_descriptions set described_on = '2026-07-15'`.execute(owner);
    const copies = await warehouse.query('select to_jsonb(t) as row from owner_descriptions as t');
    await sql`select prepare_ledger_months('2026-06-01', '2026-06-01')`.execute(owner);
    await prune(owner, { retention, now });
    expect((await dumpLedger()).owner_descriptions).to.eql([]);

    await restore();
    const workloads = (dump: typeof ledger) => dump.workload_days;
    expect(workloads(await dumpLedger())).to.eql(workloads(ledger));

    await archive();
    await sql`delete from owner_descriptions`.execute(owner);
    for (const { row } of copies) {
      await sql`insert into owner_descriptions (organization_id, cluster_id, owner_uid, kind,
          namespace, name, labels, teams, departments, digest)
        select organization_id, cluster_id, owner_uid, kind, namespace, name, labels, teams,
          departments, digest
        from jsonb_populate_record(null::owner_descriptions, ${JSON.stringify(row)}::jsonb)`.execute(
        owner,
      );
    }
    await restore();
    const [unknown] = await warehouse.query(`select count(*)::integer as count from workload_days
      where not exists (select from owner_descriptions as known
        where known.cluster_id = workload_days.cluster_id and known.id = description_id)`);
    expect(unknown).to.eql({ count: 0 });
  });

  it('moves a month to a bucket, and restores exactly the same rows', async function () {
    const bucket = openTestBucket(this);
    await bucket.create();
    store = openStore(`${bucket.location}/a prefix/2`, bucket.environment);
    const ledger = await dumpLedger();
    const [archived] = await archive();
    expect(archived?.rows.workload_days).to.equal(ledger.workload_days?.length);
    expect(await partitions()).to.eql([]);
    expect(await months()).to.eql([{ month: '2026-07-01', location: store.location }]);
    await restore();
    expect(await dumpLedger()).to.eql(ledger);
  });

  it('drops nothing if a bucket does not exist or cannot be reached', async function () {
    const { location, environment } = openTestBucket(this);
    const ledger = await dumpLedger();
    store = openStore(location, environment);
    await expectFailure(
      archive(),
      /^s3:\/\/\S+\.json: the bucket does not exist; create it, or correct --to$/,
    );
    const AWS_ENDPOINT_URL_S3 = 'http://127.0.0.1:1';
    store = openStore(location, Object.assign({}, environment, { AWS_ENDPOINT_URL_S3 }));
    await expectFailure(
      archive(),
      /\.json: http:\/\/127\.0\.0\.1:1 cannot be reached \(.+\); check AWS_ENDPOINT_URL_S3/,
    );
    expect(await dumpLedger()).to.eql(ledger);
    expect(await months()).to.eql([]);
  });

  it('creates the tables of a month without blocking reports for long', async () => {
    await archive();
    const writer = await warehouse.db.startTransaction().execute();
    await sql`update clusters set name = name`.execute(writer);
    const restoring = restore();
    const waiting = `select from pg_locks where not granted and relation = 'clusters'::regclass
      and database = (select oid from pg_database where datname = current_database())`;
    while ((await warehouse.query(waiting)).length === 0) await sleep(5);
    await warehouse.query(`set lock_timeout = '2s'; update clusters set name = name where false`);
    await writer.rollback().execute();
    await restoring;
  });

  it('restores costs that are repriced again, at the prices that were set meanwhile', async () => {
    await archive();
    await sql`insert into price_books (organization_id, valid_from, repriced_at)
      values (${warehouse.organizationId}, '2026-07-01', now())`.execute(owner);
    await restore();
    expect(await warehouse.query('select repriced_at from price_books')).to.eql([
      { repriced_at: null },
    ]);
  });

  it('leaves out the rows of clusters that were deleted', async () => {
    await archive();
    await sql`delete from clusters`.execute(owner);
    const restored = await restore();
    expect(restored.find(({ table }) => table === 'workload_days')).to.deep.include({ rows: 0 });
    expect(await months()).to.eql([]);
  });

  it('restores nothing of a damaged or incomplete archive', async () => {
    await archive();
    const file = join(folder, month, 'workload_days.parquet');
    const bytes = await readFile(file);
    await writeFile(file, bytes.with(100, bytes[100]! ^ 1));
    await expectFailure(restore(), /workload_days\.parquet has changed since it was written/);
    await rm(file);
    await expectFailure(restore(), /workload_days\.parquet is missing$/);
    expect((await dumpLedger()).cluster_days).to.eql([]);
    await writeFile(file, bytes);
    await restore();
  });

  it('leaves no part of a file that could not be written', async () => {
    async function* rows() {
      yield Buffer.from('row');
      await Promise.reject(new Error('ENOSPC'));
    }
    await expectFailure(store.write(`${month}/workload_days.parquet`, rows()), /^ENOSPC$/);
    expect(await readdir(join(folder, month))).to.eql([]);
  });

  it('drops nothing if it cannot write or verify the archive', async () => {
    const ledger = await dumpLedger();
    const full: ArchiveStore = {
      ...storeLike(store),
      write: () => Promise.reject(new Error('ENOSPC: no space left on device, write')),
    };
    await expectFailure(archiveMonths(owner, full, { before, now }), /^ENOSPC/);
    const forgetful: ArchiveStore = { ...storeLike(store), open: () => Promise.resolve(undefined) };
    await expectFailure(archiveMonths(owner, forgetful, { before, now }), /is missing$/);
    await writeFile(join(folder, 'file'), '');
    const nowhere = openStore(join(folder, 'file'));
    await expectFailure(archiveMonths(owner, nowhere, { before, now }), /file\/2026-07.*ENOTDIR/);
    expect(await dumpLedger()).to.eql(ledger);
    expect(await months()).to.eql([]);
  });

  it('never overwrites the archive of another database', async () => {
    await archive();
    const manifest = await readFile(join(folder, month, 'manifest.json'), 'utf8');
    const second = await openTestWarehouse();
    const owned = openWarehouse(second.url, 'owner');
    for (const minute of [0, 1]) await second.ingest(sampleSnapshot(minute, web));
    await expectFailure(
      archiveMonths(owned, store, { before, now }),
      /holds the archive of another database for 2026-07; choose another folder or prefix with --to$/,
    );
    // As `org move` copies it.
    await sql`insert into archived_months (organization_id, month, location)
      values (${second.organizationId}, '2026-07-01', ${folder})`.execute(owned);
    await expectFailure(
      archiveMonths(owned, store, { before, now }),
      /another database for 2026-07; run costplane restore --month 2026-07 first, and then choose/,
    );
    expect(await second.query('select from cluster_days')).to.have.length(1);
    await restoreMonth(owned, store, { month });
    await owned.destroy();
    await second.close();
    expect(await readFile(join(folder, month, 'manifest.json'), 'utf8')).to.equal(manifest);
    await restore();
  });

  it('lets only one of two databases archive a month to a folder at the same time', async () => {
    const ledger = await dumpLedger();
    const second = await openTestWarehouse();
    const owned = openWarehouse(second.url, 'owner');
    for (const minute of [0, 1]) await second.ingest(sampleSnapshot(minute, web));
    const meanwhile = (work: () => Promise<void>): ArchiveStore => {
      let isBegun = false;
      const write: ArchiveStore['write'] = async (name, bytes) => {
        if (name.endsWith('.parquet') && !isBegun) {
          isBegun = true;
          await work();
        }
        await store.write(name, bytes);
      };
      return { ...storeLike(store), write };
    };
    const refused = /holds the archive of another database for 2026-07; choose another folder/;
    const reserving = meanwhile(() =>
      writeManifest(store, {
        format: 1,
        month,
        database: '1/1',
        organizations: [],
        isFinal: false,
        tables: [],
      }),
    );
    await expectFailure(archiveMonths(owner, reserving, { before, now }), refused);
    expect(await dumpLedger()).to.eql(ledger);
    await rm(join(folder, month), { recursive: true });

    const archiving = meanwhile(() =>
      expectFailure(archiveMonths(owned, store, { before, now }), refused),
    );
    await archiveMonths(owner, archiving, { before, now });
    expect(await second.query('select from cluster_days')).to.have.length(1);
    await owned.destroy();
    await second.close();
    await restore();
    expect(await dumpLedger()).to.eql(ledger);
  });

  it('keeps the current month and the one before', async () => {
    const early = archiveMonths(owner, store, { before, now: new Date('2026-08-31T23:59:59Z') });
    await expectFailure(early, /^Months can be archived before 2026-07/);
  });

  it('restores only what is missing of a month whose rows came to another database while it was archived', async () => {
    const ledger = await dumpLedger();
    for (const table of ['', 'workload_hours_2026_07: ', 'cluster_days_2026_07: ']) {
      const onProgress = stopBefore(`${table}detaching it`);
      await expectFailure(archive({ onProgress }), /^stopped$/);
      for (const name of await detachedPartitions())
        await warehouse.query(`drop table ${String(name)}`);
      await writeIdentity();
      await expectFailure(archive(), /run costplane restore --month 2026-07 first/);
      const restored = await restore();
      expect(restored.find(({ table }) => table === 'cluster_days')?.leftOut).to.be.above(0);
      await rollUpLedger(warehouse.db);
      expect(await dumpLedger()).to.eql(ledger);
      expect(await months()).to.eql([]);
      await rm(join(folder, month), { recursive: true });
    }
  });

  it('reports new rows of an archived month, and archives them after a restore', async () => {
    await archive();
    const elsewhere = await warehouse.one(`insert into clusters (organization_id, name)
      values ('${warehouse.organizationId}', 'late') returning id`);
    await sql`select prepare_ledger_months('2026-07-01', '2026-07-01')`.execute(owner);
    for (const minute of [0, 1]) {
      await warehouse.ingest(sampleSnapshot(minute, web), { id: String(elsewhere.id) });
    }
    await warehouse.ingest(sampleSnapshot(20 * 24 * 60, web));
    await expectFailure(
      archive({ before: '2026-09', now: new Date('2026-10-01T00:00:00Z') }),
      /^2026-07 has new rows in cluster_days since it was archived/,
    );
    expect(await months()).to.deep.include({ month: '2026-08-01', location: folder });
    await restore();
    const ledger = await dumpLedger();
    await archive();
    await restore();
    expect(await dumpLedger()).to.eql(ledger);
  });

  it('completes a month that is detached in part, with reports that are still pending', async () => {
    const seconds = async () =>
      Number((await warehouse.one('select sum(seconds) as sum from cluster_days')).sum);
    const archived = await seconds();
    await expectFailure(archive({ onProgress: stopBefore('dropping it') }), /^stopped$/);
    await ingestSnapshot(warehouse.db, {
      organizationId: warehouse.organizationId,
      cluster: { id: warehouse.clusterId },
      snapshot: sampleSnapshot(24 * 60 + 2, web),
      foldWithinMs: 300_000,
    });
    await expectFailure(archive(), /^2026-07 has new rows in cluster_days since it was archived/);
    expect(await seconds()).to.equal(60);
    await restore();
    expect(await seconds()).to.equal(archived + 60);
  });

  it('archives a month that is archived elsewhere for an organization without rows here', async () => {
    const ledger = await dumpLedger();
    const guest = await warehouse.one(
      `insert into organizations (name) values ('guest') returning id`,
    );
    await warehouse.query(`insert into archived_months (organization_id, month, location)
      values ('${String(guest.id)}', '2026-07-01', '/elsewhere')`);
    await expectFailure(archive({ onProgress: stopBefore('dropping it') }), /^stopped$/);
    await archive();
    expect(await months()).to.have.deep.members([
      { month: '2026-07-01', location: '/elsewhere' },
      { month: '2026-07-01', location: folder },
    ]);
    const manifest = await readFile(join(folder, month, 'manifest.json'), 'utf8');
    const late = await warehouse.one(
      `insert into organizations (name) values ('late') returning id`,
    );
    const organizationId = String(late.id);
    const cluster = await findOrCreateCluster(warehouse.db, { organizationId, name: 'late' });
    for (const minute of minutes) {
      const snapshot = sampleSnapshot(minute, web);
      await ingestSnapshot(warehouse.db, { organizationId, cluster, snapshot });
    }
    await expectFailure(archive(), /^2026-07 has new rows in cluster_days since it was archived/);
    expect(await readFile(join(folder, month, 'manifest.json'), 'utf8')).to.equal(manifest);
    await warehouse.query(`delete from organizations where name = 'late'`);
    await restore();
    expect(await dumpLedger()).to.eql(ledger);
  });

  it('leaves out organizations that have the month again, or archived elsewhere, after a move', async () => {
    const [moved, guest] = await warehouse.query(
      `insert into organizations (name) values ('moved'), ('guest') returning id`,
    );
    const organizationId = String(moved?.id);
    const cluster = await findOrCreateCluster(warehouse.db, { organizationId, name: 'moved' });
    for (const minute of minutes) {
      const snapshot = sampleSnapshot(minute, web);
      await ingestSnapshot(warehouse.db, { organizationId, cluster, snapshot });
    }
    await rollUpLedger(warehouse.db);
    const ledger = await dumpLedger();
    await archive();
    await restore();
    const isArchived = `organization_id = '${warehouse.organizationId}'`;
    for (const name of Object.keys(ledger)) {
      await warehouse.query(`delete from ${name} where ${isArchived}`);
    }
    await warehouse.query(`insert into archived_months (organization_id, month, location)
      values ('${warehouse.organizationId}', '2026-07-01', '${folder}'),
        ('${String(guest?.id)}', '2026-07-01', 's3://elsewhere')`);
    await restore();
    await rollUpLedger(warehouse.db);
    expect(await dumpLedger()).to.eql(ledger);
    expect(await months()).to.eql([{ month: '2026-07-01', location: 's3://elsewhere' }]);
  });

  it('adds a month to late rows of the same cluster, as if they had been in time', async () => {
    const late = [24 * 60 + 2, 24 * 60 + 3];
    const inTime = await openTestWarehouse();
    for (const minute of [...minutes, ...late]) await inTime.ingest(sampleSnapshot(minute, web));
    await archive();
    for (const minute of late) await warehouse.ingest(sampleSnapshot(minute, web));
    await rollUpLedger(warehouse.db);
    await expectFailure(archive(), /^2026-07 has new rows in cluster_days since it was archived/);
    await restore();
    for (const table of ['cluster_hours', 'cluster_days', 'workload_days', 'container_days']) {
      const figures = `select seconds, cpu_cost_seconds, memory_cost_seconds from ${table} order by 1, 2`;
      expect(await warehouse.query(figures), table).to.eql(await inTime.query(figures));
    }
    const covered = 'select covered::text from cluster_days order by day';
    expect(await warehouse.query(covered)).to.eql(await inTime.query(covered));
    await inTime.close();
    expect(await rollUpLedger(warehouse.db)).to.be.greaterThan(0);
    const ledger = await dumpLedger();
    await archive();
    await restore();
    expect(await dumpLedger()).to.eql(ledger);
  });
});

const storeLike = (store: ArchiveStore): ArchiveStore => ({
  location: store.location,
  write: (name, bytes) => store.write(name, bytes),
  open: (name) => store.open(name),
});

function stopAt(step: number) {
  let count = 0;
  return () => {
    count += 1;
    if (count === step) throw new Error('stopped');
  };
}

const stopBefore = (step: string) => (label: string) => {
  if (label.includes(step)) throw new Error('stopped');
};

/** Ten of the steps that some work has, the first and the last among them. */
async function tenSteps(
  run: (onProgress: (label: string) => void) => Promise<unknown>,
): Promise<number[]> {
  let count = 0;
  await run(() => {
    count += 1;
  });
  return Array.from({ length: 10 }, (_, index) => 1 + Math.round((index * (count - 1)) / 9));
}

async function expectFailure(work: Promise<unknown>, message: RegExp, note?: string) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  expect(error?.message, note).to.match(message);
  expect(error?.message).to.not.include('\n');
}
