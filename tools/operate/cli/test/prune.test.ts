import { openWarehouse } from '@costplane/warehouse';
import { createTestDatabase, skipOnCitus, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { costplane } from './costplane.ts';

describe('costplane prune', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const run = (...args: string[]) =>
    costplane(['prune', ...args], { env: { DATABASE_URL: database.url } });

  it('reports that there is nothing to drop, and treats empty variables as unset', async () => {
    const { code, stdout, stderr } = await costplane(['prune'], {
      env: { DATABASE_URL: database.url, COSTPLANE_HOURLY_MONTHS: '' },
    });
    expect({ code, stdout }).to.eql({ code: 0, stdout: '' });
    expect(stderr).to.equal('Nothing exceeds its retention\n');
  });

  it('shows what it would drop, then drops it', async function () {
    skipOnCitus(this, 'an empty month takes space in every shard');
    const owner = openWarehouse(database.url, 'owner');
    await sql`select prepare_ledger_months('2020-01-01', '2020-01-31')`.execute(owner);
    await owner.destroy();
    const hours = ['--daily-years', '10'];

    const dry = await run(...hours, '--dry-run');
    expect(dry.stdout).to.match(/^WHAT +SIZE\ncluster_hours_2020_01 +0\.0 MiB\n/);
    expect(dry.stdout).to.not.include('days_2020_01');
    expect(dry.stderr).to.equal('Nothing was changed (--dry-run)\n');

    const dropped = await run(...hours, '--json');
    expect(dropped.code, dropped.stderr).to.equal(0);
    expect(dropped.stderr).to.match(/^Pruning cluster_hours_2020_01\n/);
    const { months } = dropped.json() as { months: { parent: string; is_dropped: boolean }[] };
    expect(months.map(({ parent }) => parent)).to.include('workload_hours');
    expect(months.every(({ is_dropped: isDropped }) => isDropped)).to.equal(true);

    const db = openWarehouse(database.url, 'owner');
    await sql`create table pod_hours_2020_01_dropped_1 ()`.execute(db);
    expect((await run(...hours)).stderr).to.equal('Nothing exceeds its retention\n');
    const left = await sql`select from pg_class where relname ~ '_dropped_'`.execute(db);
    await db.destroy();
    expect(left.rows).to.deep.equal([]);
    expect((await run('--daily-years', '6')).stdout).to.include('workload_days_2020_01');
  });

  it('refuses to keep nothing', async () => {
    for (const option of ['--hourly-months', '--daily-years', '--gone-days']) {
      const { code, stderr } = await run(option, '0');
      expect(code).to.equal(2);
      expect(stderr).to.match(
        /^costplane: option '--[^\n]+ Must be an integer from 1 to \d+; see --help/,
      );
    }
  });
});
