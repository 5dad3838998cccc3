import { openWarehouse, type Warehouse } from '@costplane/warehouse';
import { createTestDatabase } from '@costplane/warehouse/testing';
import { sql, type Kysely } from 'kysely';
import { findOrCreateCluster } from '../src/find-or-create-cluster.ts';
import { ingestSnapshot, type IngestResult } from '../src/ingest-snapshot.ts';
import { type Snapshot } from '../src/snapshot-schema.ts';

export type Row = Record<string, unknown>;

export interface TestWarehouse {
  url: string;
  db: Kysely<Warehouse>;
  organizationId: string;
  clusterId: string;
  /** Into the warehouse's one cluster, unless another is named. */
  ingest(snapshot: Snapshot, into?: { id: string }): Promise<IngestResult>;
  /** Rows of a query, numbers as decimal text. */
  query(text: string): Promise<Row[]>;
  one(text: string): Promise<Row>;
  /** Everything in the state tables, as one text. */
  dump(): Promise<string>;
  close(): Promise<void>;
}

const tables = [
  'organizations',
  'clusters',
  'snapshots',
  'nodes',
  'namespaces',
  'workloads',
  'pods',
  'containers',
  'persistent_volumes',
];

export async function openTestWarehouse({
  clusterId,
  ...options
}: NonNullable<Parameters<typeof createTestDatabase>[0]> & {
  clusterId?: string;
} = {}): Promise<TestWarehouse> {
  const database = await createTestDatabase({
    ledgerDays: ['2026-07-01', '2026-09-30'],
    ...options,
  });
  const owner = openWarehouse(database.url, 'owner');
  const db = openWarehouse(database.url, 'ingest');
  const query = async (text: string) => (await sql.raw<Row>(text).execute(owner)).rows;
  const one = async (text: string) => {
    const rows = await query(text);
    if (rows.length !== 1) throw new Error(`${rows.length} rows from ${text}`);
    return rows[0]!;
  };
  const organization = await one(`insert into organizations (name) values ('test') returning id`);
  const organizationId = organization.id as string;
  const cluster = await findOrCreateCluster(db, {
    organizationId,
    name: 'cluster',
    ...(clusterId && { id: clusterId }),
  });
  return {
    url: database.url,
    db,
    organizationId,
    clusterId: cluster.id,
    ingest: (snapshot, into = cluster) =>
      ingestSnapshot(db, { organizationId, cluster: into, snapshot }),
    query,
    one,
    dump: async () => {
      const parts = await Promise.all(
        tables.map((table) =>
          query(`select to_jsonb(t)::text as row from ${table} t order by to_jsonb(t)::text`),
        ),
      );
      return parts.map((rows) => rows.map(({ row }) => row as string).join('\n')).join('\n\n');
    },
    close: async () => {
      await owner.destroy();
      await db.destroy();
      await database.drop();
    },
  };
}
