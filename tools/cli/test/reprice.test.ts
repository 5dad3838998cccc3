import { findOrCreateCluster, ingestSnapshot, parseSnapshot } from '@costplane/ingest';
import { openWarehouse } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { costplane } from './costplane.ts';
import { book } from './price-file.ts';

const gib = 2 ** 30;

/** A node of 8 cores and 32 GiB, a minute after the one before. */
const snapshot = (minute: number) =>
  parseSnapshot(
    JSON.stringify({
      ...{ snapshot_id: `0d9c0000-0000-4000-8000-00000000000${minute}`, cluster_id: '' },
      ...{ timestamp: Date.UTC(2026, 6, 15, 12, minute), provider: '', region: 'here' },
      nodes: [
        {
          ...{ name: 'n', uid: '0d9c0000-0000-4000-8000-0000000000aa', ready: true },
          ...{ cpu_capacity_cores: 8, cpu_allocatable: 8, unschedulable: false },
          ...{ memory_capacity_bytes: 32 * gib, memory_allocatable: 32 * gib },
        },
      ],
      ...{ pods: [], namespaces: [], deployments: [], statefulsets: [], daemonsets: [] },
      ...{ jobs: [], cronjobs: [], hpas: [], pvs: [], pvcs: [], resource_quotas: [] },
      ...{ summary: { metrics_available: true }, health: { state: 'running' } },
    }),
  );

describe('costplane price set --reprice', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    const owner = openWarehouse(database.url, 'owner');
    const db = openWarehouse(database.url, 'ingest');
    const { id: organizationId } = await owner
      .insertInto('organizations')
      .values({ name: 'acme' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const cluster = await findOrCreateCluster(db, { organizationId, name: 'prod' });
    for (const minute of [0, 1, 2])
      await ingestSnapshot(db, { organizationId, cluster, snapshot: snapshot(minute) });
    await Promise.all([owner.destroy(), db.destroy()]);
  });
  after(() => database.drop());

  const set = (text: string, ...args: string[]) =>
    costplane(['price', 'set', '-', ...args], {
      env: { DATABASE_URL: database.url },
      input: text,
    });
  /** What the cluster cost, in all. */
  const bill = async () => {
    const db = openWarehouse(database.url, 'owner');
    const { rows } = await sql<{ costs: string }>`
      select to_jsonb(d)::text as costs from cluster_days d`.execute(db);
    await db.destroy();
    return rows.map(({ costs }) => costs).join();
  };

  it('gives what is accounted for the prices of the book, as often as it is asked', async () => {
    const before = await bill();
    const first = await set(book('0.1'), '--from', '2026-07-15', '--reprice', '--json');
    expect(first.code, first.stderr).to.equal(0);
    expect(first.json()).to.deep.include({
      changes: true,
      repriced: { clusters: 1, hours: 1, skipped_hours: 0 },
    });
    expect(first.stderr).to.include('price anew').and.not.include('stays as it is');
    const after = await bill();
    expect(after).not.to.equal(before);

    const again = await set(book('0.1'), '--from', '2026-07-15', '--reprice');
    expect(again.stdout).to.match(
      /^Nothing changes: [^\n]+\nPriced anew: 1 hours of 1 clusters\n$/,
    );
    expect(await bill()).to.equal(after);
  });

  it('leaves what was before its day', async () => {
    const before = await bill();
    const { stdout } = await set(book('0.2'), '--from', '2026-07-16', '--reprice');
    expect(stdout).to.include('\nPriced anew: 0 hours of 0 clusters\n');
    expect(await bill()).to.equal(before);
  });

  it('needs a day that has begun', async () => {
    for (const args of [
      ['--reprice'],
      ['--reprice', '--from', '2099-01-01'],
      ['--reprice', '--from', '2026-07-15', '--dry-run'],
    ]) {
      const { code, stdout, stderr } = await set(book('0.3'), ...args);
      expect({ code, stdout }).to.eql({ code: 2, stdout: '' });
      expect(stderr).to.match(/^costplane: option '?--reprice'? [^\n]+; see --help\n$/);
    }
  });
});
