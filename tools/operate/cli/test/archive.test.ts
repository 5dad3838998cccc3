import { openWarehouse } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { begin, costplane } from './costplane.ts';

describe('costplane archive, costplane restore', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'costplane-archive-'));
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const run = (...args: string[]) => costplane(args, { env: { DATABASE_URL: database.url } });
  const archive = (...args: string[]) =>
    run('archive', '--before', '2020-03', '--to', folder, ...args);

  async function query(text: string): Promise<Record<string, unknown>[]> {
    const owner = openWarehouse(database.url, 'owner');
    try {
      return (await sql.raw<Record<string, unknown>>(text).execute(owner)).rows;
    } finally {
      await owner.destroy();
    }
  }

  /** The bill of a cluster on each day of January and February 2020. */
  const insertDays = async () => {
    await query(`select prepare_ledger_months('2020-01-01', '2020-02-29')`);
    await query(`insert into organizations (name) values ('acme')`);
    await query(`insert into clusters (organization_id, name) select id, 'c' from organizations`);
    await query(`insert into cluster_days (organization_id, cluster_id, day, name, provider,
        service, region, environment, compute_pricing_sources, storage_pricing_sources,
        cpu_cost_seconds, is_compute_partial, is_storage_partial, seconds, covered)
      select organization_id, id, day, 'c', '', '', '', 'production', '{a,"b,c"}', '{}',
        1.50 / 3, false, true, 86400, '{[2020-01-01,2020-01-02)}'
      from clusters, generate_series('2020-01-01'::date, '2020-02-29'::date, '1 day') as day`);
  };
  const readDays = () => query('select t::text as row from cluster_days as t order by 1');

  it('reports that there is nothing to archive or restore', async () => {
    const { code, stderr } = await archive();
    expect({ code, stderr }).to.eql({ code: 0, stderr: 'There is no history before 2020-03\n' });
    const restored = await run('restore', '--month', '2020-01');
    expect(restored.code).to.equal(1);
    expect(restored.stderr).to.equal(
      'costplane: 2020-01 is not archived: there is nothing to restore\n',
    );
  });

  it('shows what it would archive, archives it, and restores a month', async () => {
    await insertDays();
    const days = await readDays();
    expect(days).to.have.length(60);
    const dry = await archive('--dry-run');
    expect(dry.stdout).to.match(/^MONTH +SIZE\n2020-01 +\d+\.\d MiB\n2020-02 +\d+\.\d MiB\n$/);
    expect(await readDays()).to.eql(days);

    const archived = await archive('--json');
    expect(archived.code, archived.stderr).to.equal(0);
    expect(archived.json()).to.have.nested.property('[0].rows.cluster_days', 31);
    expect(archived.json()).to.have.nested.property('[1].month', '2020-02');
    expect(await readDays()).to.eql([]);
    const manifest = JSON.parse(
      await readFile(join(folder, '2020-01', 'manifest.json'), 'utf8'),
    ) as { tables: { table: string; sums: Record<string, string> }[] };
    const bill = manifest.tables.find(({ table }) => table === 'cluster_days');
    expect(bill?.sums.cpu_cost_seconds).to.equal('15.50000000000000000000');

    const restored = await run('restore', '--month', '2020-01');
    expect(restored.code, restored.stderr).to.equal(0);
    expect(restored.stdout).to.match(/^cluster_days +31$/m);
    expect(await readDays()).to.eql(days.slice(0, 31));
    expect((await run('restore', '--month', '2020-02', '--from', folder)).code).to.equal(0);
    expect(await readDays()).to.eql(days);
  });

  it('rejects an invalid month, or one that is not over for a month', async () => {
    const wrong = await run('archive', '--before', '2020-13', '--to', folder);
    expect(wrong.code).to.equal(2);
    expect(wrong.stderr).to.match(/Must be a month such as 2025-01/);
    const early = await run('archive', '--before', '9999-01', '--to', folder);
    expect(early.code).to.equal(1);
    expect(early.stderr).to.match(/^costplane: Months can be archived before \d{4}-\d\d: /);
  });

  it('loses and duplicates nothing when killed ten times during archive and restore', async function () {
    this.timeout(600_000);
    await insertDays();
    const days = await readDays();
    const rows = [];
    const killed = [];
    for (let kill = 0; kill < 10; kill += 1) {
      killed.push(await isKilled(['archive', '--before', '2020-03', '--to', folder], 1 + 9 * kill));
      await isKilled(['prune', '--yes', '--daily-years', '100'], 1 + kill);
      if (kill % 3 < 2) expect((await archive()).code).to.equal(0);
      for (const month of ['2020-01', '2020-02']) {
        killed.push(await isKilled(['restore', '--month', month], 1 + kill));
        await run('restore', '--month', month);
      }
      rows.push(await readDays());
    }
    expect(rows).to.eql(rows.map(() => days));
    expect(killed.filter(Boolean)).to.have.length.of.at.least(20);
  });

  /** Kills a command that has printed so many lines about its progress, if it still runs then. */
  async function isKilled(args: string[], lines: number): Promise<boolean> {
    const { child, outcome } = begin(args, { env: { DATABASE_URL: database.url } });
    let progress = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      progress += chunk.toString();
      if (progress.split('\n').length > lines) child.kill('SIGKILL');
    });
    await outcome;
    return child.signalCode === 'SIGKILL';
  }
});
