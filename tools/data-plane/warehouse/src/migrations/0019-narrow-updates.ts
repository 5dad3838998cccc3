import { type Kysely, sql } from 'kysely';
import { costColumns } from './cost-columns.ts';

/**
 * Columns of a pod that change with reports are moved to the end of the row, because the
 * write-ahead log stores an updated row from its first to its last changed byte; and no index
 * contains its run rate.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const times = ['last_seen_at', 'cost_updated_at'];
/** In their new order: rarely changed columns come last. */
const moved: Readonly<Record<string, string>> = {
  last_seen_at: 'timestamptz',
  cost_updated_at: 'timestamptz',
  cpu_used_cores: 'numeric',
  memory_used_bytes: 'bigint',
  is_compute_partial: 'boolean default false',
};
const costs = ['compute_cpu_hourly', 'compute_ram_hourly', 'compute_gpu_hourly'];
const runRates = ['legacy', 'all'].flatMap((basis) => [
  `run_rate_${basis}_hourly`,
  `run_rate_${basis}_rank`,
]);
const names = [...Object.keys(moved), ...costs];

const alterPods = (changes: readonly string[]) => `alter table pods ${changes.join(', ')}`;

const statements = [
  `drop index pods_by_workload`,
  alterPods(runRates.map((name) => `drop column ${name}`)),
  ...names.map((name) => alterPods([`rename column ${name} to old_${name}`])),
  alterPods(Object.entries(moved).map(([name, type]) => `add column ${name} ${type}`)),
  alterPods(
    costColumns(['compute.cpu', 'compute.ram', 'compute.gpu'])
      .split(',\n')
      .map((column) => `add column ${column}`),
  ),
  `update pods set ${names.map((name) => `${name} = old_${name}`).join(', ')}`,
  alterPods(names.map((name) => `drop column old_${name}`)),
  alterPods([...times, 'is_compute_partial'].map((name) => `alter column ${name} set not null`)),

  // Without the run rate: the few pods of a workload are sorted on read.
  `create index pods_by_workload on pods (organization_id, cluster_id, workload_uid)
    where gone_at is null`,
];
