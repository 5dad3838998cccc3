import {
  findOrCreateCluster,
  ingestSnapshot,
  parseSnapshot,
  recordUsageMinutes,
  type ContainerUsage,
} from '@costplane/ingest';
import { openWarehouse, type Warehouse } from '@costplane/warehouse';
import { createTestDatabase } from '@costplane/warehouse/testing';
import { sql, type Kysely } from 'kysely';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type Row = Record<string, unknown>;

export interface TestCluster {
  organizationId: string;
  clusterId: string;
  /** Takes in a snapshot as an agent sends it. */
  ingest(snapshot: unknown): Promise<void>;
  record(minutes: Iterable<{ time: Date; containers: readonly ContainerUsage[] }>): Promise<number>;
}

export interface TestWarehouse {
  db: Kysely<Warehouse>;
  /** Of an organization of its own, unless one is given. */
  createCluster(name: string, organizationId?: string): Promise<TestCluster>;
  query(text: string): Promise<Row[]>;
  /** Until some statement of this database waits for another. */
  untilBlocked(lockType?: 'transactionid' | 'advisory'): Promise<void>;
  /** A run of the engine in a process of its own, killed when it has sent so many statements. */
  killedRun(cluster: TestCluster, statements: number): Promise<void>;
  close(): Promise<void>;
}

export async function openTestWarehouse(): Promise<TestWarehouse> {
  const database = await createTestDatabase();
  const owner = openWarehouse(database.url, 'owner');
  const db = openWarehouse(database.url, 'ingest');
  const query = async (text: string) => (await sql.raw<Row>(text).execute(owner)).rows;
  let organizations = 0;
  const createOrganization = async () => {
    organizations += 1;
    const { id } = await owner
      .insertInto('organizations')
      .values({ name: `organization ${String(organizations)}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  return {
    db,
    query,
    async createCluster(name, given) {
      const organizationId = given ?? (await createOrganization());
      const cluster = await findOrCreateCluster(db, { organizationId, name });
      return {
        organizationId,
        clusterId: cluster.id,
        ingest: async (raw) => {
          const snapshot = parseSnapshot(JSON.stringify(raw));
          const { status } = await ingestSnapshot(db, { organizationId, cluster, snapshot });
          if (status !== 'applied') throw new Error(`The snapshot was ${status}`);
        },
        record: (minutes) =>
          recordUsageMinutes(db, { organizationId, clusterId: cluster.id, minutes }),
      };
    },
    untilBlocked: async (lockType = 'transactionid') => {
      for (;;) {
        const [row] = await query(`select count(*)::integer as blocked
          from pg_locks join pg_stat_activity as session using (pid)
          where session.datname = current_database() and locktype = '${lockType}'
            and not granted`);
        if (row?.blocked !== 0) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    killedRun: (cluster, statements) => killedRun(database.url, cluster, statements),
    close: async () => {
      await owner.destroy();
      await db.destroy();
      await database.drop();
    },
  };
}

async function killedRun(url: string, { organizationId }: TestCluster, statements: number) {
  const script = join(import.meta.dirname, 'run-engine.ts');
  const args = ['--conditions=@costplane/source', script, organizationId, String(statements)];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  if (child.signalCode !== 'SIGKILL') throw new Error('The run ended before it was killed');
}
