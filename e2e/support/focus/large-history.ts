import { type Database } from '../database.ts';
import { type ClusterPlan } from '../snapshot.ts';
import { createHistory, type History, withVolumes } from './history.ts';
import { type ExportRequest } from './exported-file.ts';

const firstDay = '2026-01-01';
const dayCount = 200;

/** A window whose file is far larger than what buffers on its way can hold. */
export const largeRequest: ExportRequest = {
  from: firstDay,
  to: '2026-07-20',
  format: 'csv',
  grain: 'workload',
  idle: 'unallocated',
};

const numbers = Array.from({ length: 300 }, (_, index) => index);
const plan: ClusterPlan = {
  seed: 'focus-large',
  nodes: [{ name: 'host', cores: 512, gib: 2048 }],
  namespaces: [{ name: 'shop' }],
  deployments: numbers.map((index) => ({
    namespace: 'shop',
    name: `web-${index}`,
    cores: 1 + index / 1000,
    gib: 1,
    pods: 1,
    node: 'host',
    labels: { app: `web-${index}`, tier: 'frontend' },
  })),
};

/** One day of a cluster of 300 workloads, and the same on each of the days after it. */
export async function createLargeHistory(): Promise<History> {
  const history = await createHistory();
  const times = ['12:00', '12:02'].map((time) => new Date(`${firstDay}T${time}Z`));
  await history.take(
    'large',
    times.map((at) => withVolumes(plan, at)),
  );
  await repeatDays(history.database);
  return history;
}

async function repeatDays(database: Database): Promise<void> {
  await database.sql(`select prepare_ledger_months($1, $2)`, [largeRequest.from, largeRequest.to]);
  for (const table of ['cluster_days', 'namespace_days', 'workload_days']) {
    const columns = await database.sql<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
        where table_schema = 'costplane' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    const names = columns.map(({ name }) => name);
    const values = names.map((name) => (name === 'day' ? 'day + later' : name));
    await database.sql(
      `insert into ${table} (${names.join()})
        select ${values.join()} from ${table}, generate_series(1, $1::int) later`,
      [dayCount - 1],
    );
    await database.sql(`analyze ${table}`);
  }
}

/** Processes of the database that are at an export. */
export async function exportingProcesses(database: Database): Promise<readonly number[]> {
  const rows = await database.sql<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and state = 'active' and query ilike 'copy %'`,
  );
  return rows.map(({ pid }) => pid);
}

/** Ends every process that is at an export, as a crash would. @returns how many they were */
export async function killExports(database: Database): Promise<number> {
  const processes = await exportingProcesses(database);
  await database.sql('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [processes]);
  return processes.length;
}
