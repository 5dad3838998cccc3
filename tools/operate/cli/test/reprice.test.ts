import { findOrCreateCluster, ingestSnapshot, parseSnapshot } from '@costplane/ingest';
import { openWarehouse, type Warehouse } from '@costplane/warehouse';
import { createTestDatabase, skipOnCitus, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { once } from 'node:events';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import { begin, costplane, type Running } from './costplane.ts';
import { book } from './price-file.ts';

const gib = 2 ** 30;

const minutesPerDay = 1440;

/** A node of 8 cores and 32 GiB, so many minutes after the first. */
const snapshot = (minute: number) =>
  parseSnapshot(
    JSON.stringify({
      snapshot_id: `0d9c0000-0000-4000-8000-${String(minute).padStart(12, '0')}`,
      timestamp: Date.UTC(2026, 6, 15, 12, minute),
      provider: '',
      region: 'here',
      cluster_id: '',
      nodes: [
        {
          name: 'n',
          uid: '0d9c0000-0000-4000-8000-0000000000aa',
          ready: true,
          cpu_capacity_cores: 8,
          cpu_allocatable: 8,
          unschedulable: false,
          memory_capacity_bytes: 32 * gib,
          memory_allocatable: 32 * gib,
        },
      ],
      pods: [],
      namespaces: [],
      deployments: [],
      statefulsets: [],
      daemonsets: [],
      jobs: [],
      cronjobs: [],
      hpas: [],
      pvs: [],
      pvcs: [],
      resource_quotas: [],
      summary: { metrics_available: true },
      health: { state: 'running' },
    }),
  );

/** A database in which a cluster of each organization was looked at in these minutes. */
async function createDatabase(
  organizations: readonly string[],
  minutes: readonly number[],
): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const owner = openWarehouse(database.url, 'owner');
  const db = openWarehouse(database.url, 'ingest');
  for (const name of organizations) {
    const { id: organizationId } = await owner
      .insertInto('organizations')
      .values({ name })
      .returning('id')
      .executeTakeFirstOrThrow();
    const cluster = await findOrCreateCluster(db, { organizationId, name: `${name}-prod` });
    for (const minute of minutes)
      await ingestSnapshot(db, { organizationId, cluster, snapshot: snapshot(minute) });
  }
  await Promise.all([owner.destroy(), db.destroy()]);
  return database;
}

describe('costplane price set --reprice with the default book, while none is set for all', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createDatabase(['acme'], [0, 1]);
  });
  after(() => database.drop());

  const price = (args: string[], input = '') =>
    costplane(['price', ...args], { env: { DATABASE_URL: database.url }, input });
  const from = ['--from', '2026-07-15'];
  const setShown = async () =>
    price(['set', '-', ...from, '--reprice'], (await price(['show'])).stdout);
  const noChange = 'No change: these prices already apply to all organizations from 2026-07-15';

  it('recomputes costs, which may have default prices of another release', async () => {
    const { stdout } = await setShown();
    expect(stdout).to.equal(`${noChange}T00:00:00.000Z on\nRepriced: 1 hour of 1 cluster\n`);
    expect((await price(['show', '--history', '--json'])).json()).to.eql([]);
  });

  it('recomputes costs that had prices of an organization, and stores no version', async () => {
    await price(['set', '-', '--org', 'acme', ...from, '--reprice'], book('0.1'));
    await price(['unset', '--org', 'acme', ...from]);
    const { stdout } = await setShown();
    expect(stdout).to.equal(`${noChange}T00:00:00.000Z on\nRepriced: 1 hour of 1 cluster\n`);
    expect((await price(['show', '--json'])).json()).to.deep.include({ origin: 'shipped' });
  });

  it('counts days without hourly rows as unchanged', async () => {
    const db = openWarehouse(database.url, 'owner');
    await sql`delete from cluster_hours`.execute(db);
    await db.destroy();
    const setAll = (...args: string[]) =>
      price(['set', '-', ...from, '--reprice', ...args], book('0.1'));
    const skipped =
      '0 hours of 0 clusters; unchanged: 1 hour of days whose quantities are not stored\n';
    expect((await setAll('--dry-run')).stdout).to.include(
      `\nWould be repriced: ${skipped}They cost 0.00 USD, and would cost 0.00 (+0.00)`,
    );
    expect((await setAll()).stdout).to.include(`\nRepriced: ${skipped}`);
  });
});

describe('costplane price set --reprice', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createDatabase(['acme', 'other'], [0, 1, 2]);
  });
  after(() => database.drop());

  const set = (text: string, ...args: string[]) =>
    costplane(['price', 'set', '-', ...args], {
      env: { DATABASE_URL: database.url },
      input: text,
    });
  /** What the cluster of an organization cost, in all. */
  const bill = async (organization = 'acme') => {
    const db = openWarehouse(database.url, 'owner');
    const { rows } = await sql<{ costs: string }>`
      select to_jsonb(d)::text as costs from cluster_days as d
      join organizations as o on o.id = d.organization_id where o.name = ${organization}`.execute(
      db,
    );
    await db.destroy();
    return rows.map(({ costs }) => costs).join();
  };

  it('recomputes existing costs with the book, and nothing when repeated', async () => {
    const before = await bill();
    const first = await set(book('0.1'), '--from', '2026-07-15', '--reprice', '--json');
    expect(first.code, first.stderr).to.equal(0);
    expect(first.json()).to.deep.include({
      changes: true,
      repriced: {
        clusters: 2,
        hours: 2,
        skipped_hours: 0,
        changing_hours: 0,
        days: 2,
        days_done: 2,
      },
    });
    expect(first.stderr).to.include('reprice ').and.not.include('stay as they are');
    const after = await bill();
    expect(after).not.to.equal(before);

    const again = await set(book('0.1'), '--from', '2026-07-15', '--reprice');
    expect(again.stdout).to.match(
      /^No change: [^\n]+ on, and costs since then were repriced with them\n$/,
    );
    expect(await bill()).to.equal(after);
  });

  it('is completed if nobody reads its output', async () => {
    const args = ['price', 'set', '-', '--from', '2026-07-15', '--reprice'];
    const setAll = { env: { DATABASE_URL: database.url }, input: book('0.12') };
    const { child, outcome } = begin(args, setAll);
    child.stdout?.destroy();
    try {
      const [code] = (await Promise.all([once(child, 'close'), outcome.catch(() => undefined)]))[0];
      expect(code).to.equal(0);
      expect((await costplane(args, setAll)).stdout).to.include(
        'costs since then were repriced with them',
      );
    } finally {
      await set(book('0.1'), '--from', '2026-07-15', '--reprice');
    }
  });

  it('shows the effect with --dry-run, and changes nothing', async () => {
    const before = await bill();
    const args = ['--from', '2026-07-15', '--reprice', '--dry-run'];
    const shown = await set(book('0.15'), ...args);
    expect(shown.code, shown.stderr).to.equal(0);
    // Two clusters of 8 cores for two minutes, and of 32 GiB.
    expect(shown.stdout).to.match(
      /^Prices of all organizations in USD would apply from [^]+\nWould be repriced: 2 hours of 2 clusters\nThey cost \d+\.\d\d USD, and would cost \d+\.\d\d \(\+\d\.\d\d\); it takes about \d+ seconds?\n$/,
    );
    const { applied, repriced } = (await set(book('0.15'), ...args, '--json')).json() as {
      applied: boolean;
      repriced: Record<string, string | number>;
    };
    expect(applied).to.equal(false);
    expect(repriced).to.include({ clusters: 2, hours: 2, skipped_hours: 0, changing_hours: 0 });
    const change = Number(repriced.cost_after) - Number(repriced.cost_before);
    expect(change).to.be.closeTo((2 * 2 * 8 * 0.05) / 60, 1e-9);
    expect(await bill()).to.equal(before);

    const same = await set(book('0.1'), ...args);
    expect(same.stdout).to.match(/^No change: [^\n]+ repriced with them\n$/);
    const real = await set(book('0.15'), '--from', '2026-07-15', '--reprice');
    expect(real.stdout).to.include('\nRepriced: 2 hours of 2 clusters\n');
    expect(await bill()).not.to.equal(before);
    // A book that is set without repricing is given to what is accounted for when it is asked for.
    await set(book('0.1'), '--from', '2026-07-15');
    const later = await set(book('0.1'), '--from', '2026-07-15', '--reprice');
    expect(later.stdout).to.include('\nRepriced: 2 hours of 2 clusters\n');
    expect(await bill()).to.equal(before);
  });

  it('does not change earlier days', async () => {
    const before = await bill();
    const { stdout } = await set(book('0.2'), '--from', '2026-07-16', '--reprice');
    expect(stdout).to.include('\nRepriced: 0 hours of 0 clusters\n');
    expect(await bill()).to.equal(before);
  });

  it('for one organization skips the others, and for all skips those with their own prices', async () => {
    const other = await bill('other');
    const own = ['--org', 'acme', '--from', '2026-07-15'];
    const { stdout } = await set(book('0.5'), ...own, '--reprice');
    expect(stdout).to.include('\nRepriced: 1 hour of 1 cluster\n');
    expect(await bill('other')).to.equal(other);

    const kept = await bill();
    await set(book('0.6'), ...own);
    const all = await set(book('0.7'), '--from', '2026-07-15', '--reprice');
    expect(all.stdout).to.include(', replacing 1 later version:');
    expect(all.stdout).to.include('\nRepriced: 1 hour of 1 cluster\n');
    expect(await bill()).to.equal(kept);
    expect(await bill('other')).not.to.equal(other);
  });

  it('requires a day that has begun', async () => {
    for (const args of [['--reprice'], ['--reprice', '--from', '2099-01-01']]) {
      const { code, stdout, stderr } = await set(book('0.3'), ...args);
      expect({ code, stdout }).to.eql({ code: 2, stdout: '' });
      expect(stderr).to.match(/^costplane: option '?--reprice'? [^\n]+; see --help\n$/);
    }
  });
});

describe('costplane price set --reprice, interrupted', () => {
  let database: TestDatabase;
  let db: Kysely<Warehouse>;
  before(async function () {
    const days = [0, 1, 2, 3].map((day) => day * minutesPerDay);
    database = await createDatabase(
      ['acme'],
      days.flatMap((minute) => [minute, minute + 1]),
    );
    db = openWarehouse(database.url, 'owner');
    skipOnCitus(this, 'sessions wait for rows on workers');
  });
  after(async () => {
    await db.destroy();
    await database.drop();
  });

  const args = ['price', 'set', '-', '--from', '2026-07-15', '--reprice'];
  const surroundings = (cores: string) => ({
    env: { DATABASE_URL: database.url },
    input: book(cores),
  });
  const line = (done: number, why = '') =>
    `costplane: The prices apply from 2026-07-15 on, but the costs of only ${done} of 4 days of clusters are recomputed so far${why}; run the same command again to finish\n`;

  /** Runs it until it waits for the third day, and then does something to it. */
  const interrupt = async (
    { child, outcome }: Running,
    how: { beforeDay?: (pid: number) => Promise<unknown>; signal?: NodeJS.Signals },
  ) => {
    await db.transaction().execute(async (tx) => {
      await sql`select from cluster_days where day = '2026-07-17' for update`.execute(tx);
      const pid = await Promise.race([waitingSession(), outcome.then(() => 0)]);
      if (how.signal) child.kill(how.signal);
      await how.beforeDay?.(pid);
      if (how.signal) await delay(200);
    });
    return outcome;
  };
  /** What other sessions do is for those alone to know who may end them. */
  const asAdministrator = <Found>(query: RawBuilder<Found>) =>
    db.transaction().execute(async (tx) => {
      await sql`set local role none`.execute(tx);
      return (await query.execute(tx)).rows;
    });
  const waitingSession = async (): Promise<number> => {
    for (;;) {
      const [waiting] = await asAdministrator(sql<{ pid: number }>`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      if (waiting) return waiting.pid;
      await delay(20);
    }
  };

  it('reports its progress at Ctrl-C', async () => {
    const { code, stdout, stderr } = await interrupt(begin(args, surroundings('0.1')), {
      signal: 'SIGINT',
    });
    expect(code).to.equal(1);
    expect(stdout).to.match(
      /^Prices of all organizations in USD apply from [^\n]+\n(  [^\n]+\n)*$/,
    );
    expect(stderr.endsWith(`\n${line(3)}`), stderr).to.equal(true);
  });

  it('prints a document of the completed part', async () => {
    const outcome = await interrupt(begin([...args, '--json'], surroundings('0.2')), {
      signal: 'SIGTERM',
    });
    expect(outcome.code).to.equal(1);
    expect(outcome.json()).to.deep.include({
      applied: true,
      valid_from: '2026-07-15T00:00:00.000Z',
      repriced: {
        clusters: 1,
        hours: 5,
        skipped_hours: 0,
        changing_hours: 0,
        days: 4,
        days_done: 3,
      },
    });
    expect(outcome.stderr.endsWith(`\n${line(3)}`), outcome.stderr).to.equal(true);
  });

  it('also reports it if the database disappears, and finishes when run again', async () => {
    const { code, stderr } = await interrupt(begin(args, surroundings('0.3')), {
      beforeDay: (pid) => asAdministrator(sql`select pg_terminate_backend(${pid})`),
    });
    expect(code).to.equal(1);
    expect(
      stderr.replace(/ \((The database was stopped meanwhile|Connection [^)]+)\)/, '(why)'),
    ).to.match(new RegExp(`\n${line(2, '(why)').replace(/[()]/g, '\\$&')}$`));
    const again = await costplane(args, surroundings('0.3'));
    expect(again.stdout).to.include('\nRepriced: 7 hours of 1 cluster\n');
  });
});
