import { openWarehouse } from '@costplane/warehouse';
import { isOnCitus, skipWithoutCitus } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { disconnectCluster } from '../src/disconnect-cluster.ts';
import { findOrCreateCluster } from '../src/find-or-create-cluster.ts';
import { ingestHistory } from '../src/ingest-history.ts';
import { prune } from '../src/prune/prune.ts';
import { repriceLedger } from '../src/reprice/reprice-ledger.ts';
import { rollUpLedger } from '../src/roll-up/roll-up-ledger.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { expectAgreement } from './ledger-checks.ts';
import { randomSnapshot } from './random-snapshot.ts';

const clusterIds = [
  '6f1e1d7a-0000-4000-8000-000000000001',
  '6f1e1d7a-0000-4000-8000-000000000002',
  '6f1e1d7a-0000-4000-8000-000000000003',
];
const tables = [
  'nodes',
  'namespaces',
  'workloads',
  'pods',
  'containers',
  'persistent_volumes',
  ...['cluster', 'namespace', 'workload', 'node'].flatMap((name) => [
    `${name}_hours`,
    `${name}_days`,
    `${name}_periods`,
  ]),
  'container_days',
  'container_periods',
  'quantity_hours',
  'node_quantity_hours',
];
const book = `
currency: USD
rates:
  on_demand: { cpu_core_hour: 0.04, memory_gib_hour: 0.0093, gpu_hour: 2.75 }
  spot: { cpu_core_hour: 0.011, memory_gib_hour: 0.0021, gpu_hour: 1.1 }
storage: { default_gib_month: 0.0731 }
`;

describe('the ledger of a distributed warehouse', function () {
  let warehouses: TestWarehouse[] = [];
  before(async function () {
    if (!isOnCitus()) skipWithoutCitus(this);
    warehouses = [
      await openTestWarehouse({ isDistributed: false }),
      await openTestWarehouse({ isDistributed: true }),
    ];
  });
  after(() => Promise.all(warehouses.map((warehouse) => warehouse.close())));

  const expectSame = async () => {
    const [plain, distributed] = await Promise.all(warehouses.map(dumpTables));
    expect(distributed).to.deep.equal(plain);
    for (const warehouse of warehouses) await expectAgreement(warehouse, { areNodesExact: false });
  };

  it('has the same values as a single server after reports', async () => {
    for (const warehouse of warehouses) {
      const { db, organizationId } = warehouse;
      for (const [index, id] of clusterIds.entries()) {
        const cluster = await findOrCreateCluster(db, { organizationId, id, name: `c${index}` });
        for (const minute of [1, 2, 3, 90]) {
          await warehouse.ingest(randomSnapshot(10 * index + minute, minute), cluster);
        }
      }
    }
    await expectSame();
  });

  it('has it after a history is loaded, rolled up and repriced', async () => {
    for (const warehouse of warehouses) {
      const { db, organizationId } = warehouse;
      const last = new Date(randomSnapshot(1, 1).timestamp);
      const since = new Date(last.getTime() - 40 * 24 * 3_600_000);
      await ingestHistory(db, {
        organizationId,
        cluster: { id: clusterIds[0]! },
        since,
        stepSeconds: 6 * 3600,
        snapshotAt: (time) => ({ ...randomSnapshot(7, 1), timestamp: time.getTime() }),
        alike: (day) => String(day.getUTCDay() % 6 === 0),
      });
      await rollUpLedger(db);
      await setBook(warehouse, since);
      await repriceLedger(db, { from: since });
      await rollUpLedger(db);
    }
    await expectSame();
  });

  it('has it after a late report, which deletes the sums of its days', async () => {
    for (const { db, organizationId } of warehouses) {
      const periods = await db
        .selectFrom('cluster_periods' as never)
        .selectAll()
        .execute();
      expect(periods).not.to.have.length(0);
      const first = new Date(randomSnapshot(1, 1).timestamp - 70 * 24 * 3_600_000);
      await ingestHistory(db, {
        organizationId,
        cluster: { id: clusterIds[0]! },
        since: first,
        stepSeconds: 24 * 3600,
        snapshotAt: (time) => ({ ...randomSnapshot(8, 1), timestamp: time.getTime() }),
      });
    }
    await expectSame();
  });

  it('has it after old months and what has disappeared are pruned', async () => {
    for (const { url } of warehouses) {
      const owner = openWarehouse(url, 'owner');
      await prune(owner, {
        retention: { hourlyMonths: 1, dailyMonths: 2, goneDays: 1 },
        now: new Date(randomSnapshot(1, 1).timestamp + 20 * 24 * 3_600_000),
      });
      await owner.destroy();
    }
    const [plain, distributed] = await Promise.all(warehouses.map(dumpTables));
    expect(distributed).to.deep.equal(plain);
  });

  it('has none of the objects of a retired cluster', async () => {
    const clusterId = clusterIds[0]!;
    for (const warehouse of warehouses) {
      const { db, organizationId } = warehouse;
      await db.transaction().execute((tx) => disconnectCluster(tx, { organizationId, clusterId }));
      const cluster = await warehouse.one(
        `select status, nodes from clusters where id = '${clusterId}'`,
      );
      expect(cluster).to.eql({ status: 'disconnected', nodes: 0 });
    }
  });
});

async function setBook(warehouse: TestWarehouse, from: Date): Promise<void> {
  const digest = createHash('sha256').update(book).digest('hex');
  await warehouse.query(`insert into price_books (organization_id, valid_from, source, digest)
    values ('${warehouse.organizationId}', '${from.toISOString()}', '${book}', '\\x${digest}')`);
}

/** Columns that hold numbers which a database gives, and the tables that give them. */
const numbered = {
  description_id: 'owner_descriptions',
  description_ids: 'owner_descriptions',
  priced_item_id: 'priced_items',
};

/** Every row, the numbers that a database gives replaced by what they stand for. */
async function dumpTables(warehouse: TestWarehouse): Promise<Record<string, string[]>> {
  const digests = new Map<string, string>();
  for (const table of ['owner_descriptions', 'priced_items']) {
    const rows = await warehouse.query(`select id::text, digest::text from ${table}`);
    for (const { id, digest } of rows) digests.set(`${table} ${id as string}`, digest as string);
  }
  const dump: Record<string, string[]> = {};
  for (const table of tables) {
    const rows = await warehouse.query(
      `select to_jsonb(item) - 'organization_id' as row from ${table} as item`,
    );
    dump[table] = rows
      .map(({ row }) => {
        const values = row as Record<string, unknown>;
        for (const [name, giver] of Object.entries(numbered).filter(([each]) => each in values)) {
          const ids = [values[name]].flat();
          values[name] = ids.map((id) => digests.get(`${giver} ${String(id)}`) ?? null).sort();
        }
        if (table.endsWith('_periods')) delete values.number;
        return JSON.stringify(values);
      })
      .sort();
  }
  return dump;
}
