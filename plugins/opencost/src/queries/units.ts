import { type RawBuilder, sql } from 'kysely';
import { inScope } from './scope.ts';
import { toDay, toTime, type View } from './view.ts';

/** What is added up, of figures × seconds. */
export const sumNames = [
  'cpu',
  'memory',
  'gpu',
  'idle',
  'storage',
  'management',
  'cpu_requested',
  'cpu_used',
  'memory_requested',
  'memory_used',
] as const;
export type SumName = (typeof sumNames)[number];

/** Rows of the ledger: what tells them apart, and the columns that each sum is of. */
interface Source {
  readonly table: string;
  readonly keys: readonly string[];
  readonly sums: Readonly<Partial<Record<SumName, readonly string[]>>>;
}

const compute = {
  cpu: ['cpu_cost_seconds'],
  memory: ['memory_cost_seconds'],
  gpu: ['gpu_cost_seconds'],
  idle: ['idle_cost_seconds', 'overhead_cost_seconds'],
};
const shares = { management: ['management_cost_seconds'], storage: ['storage_cost_seconds'] };
const quantities = {
  cpu_requested: ['cpu_requested_core_seconds'],
  cpu_used: ['cpu_used_core_seconds'],
  memory_requested: ['memory_requested_byte_seconds'],
  memory_used: ['memory_used_byte_seconds'],
};
const bill = {
  ...compute,
  idle: [...compute.idle, 'unallocated_compute_cost_seconds'],
  storage: [...shares.storage, 'unallocated_storage_cost_seconds'],
  management: [...shares.management, 'unallocated_management_cost_seconds'],
};

/** What the system takes of a node is idle, as in OpenCost; so is what nobody could be given. */
const sources = {
  cluster: { table: 'cluster', keys: [], sums: bill },
  namespace: {
    table: 'namespace',
    keys: ['namespace'],
    sums: { ...compute, ...shares, ...quantities },
  },
  owner: {
    table: 'workload',
    keys: ['description_id'],
    sums: { ...compute, ...shares, ...quantities },
  },
  container: {
    table: 'container',
    keys: ['description_id', 'pod_name', 'container_name', 'node_uid'],
    sums: { ...compute, management: shares.management, ...quantities },
  },
  node: {
    table: 'node',
    keys: ['node_uid', 'name', 'instance_type', 'capacity_type'],
    sums: { ...compute, idle: [...compute.idle, 'unallocated_cost_seconds'] },
  },
} as const satisfies Readonly<Record<string, Source>>;
export type SourceName = keyof typeof sources;

/** The sums of a source by set, cluster and what tells its rows apart; what is not known is nothing. */
export function selectUnits(name: SourceName, view: View): RawBuilder<unknown> {
  const { keys, sums }: Source = sources[name];
  const columns = sql.join(
    ['set_number', 'cluster_id', ...keys].map((column) => sql.ref(`fact.${column}`)),
  );
  const totals = sumNames.map((sum) => {
    const parts = sums[sum]?.map((column) => sql`coalesce(sum(${sql.ref(`fact.${column}`)}), 0)`);
    return sql`${parts ? sql.join(parts, sql` + `) : sql`0`} as ${sql.ref(sum)}`;
  });
  return sql`
    select ${columns}, ${sql.join(totals)}
    from (${sql.join(selectFacts(sources[name], view), sql` union all `)}) as fact
    group by ${columns}`;
}

/** The rows of a source, those of days and those of hours, each with the number of its set from 1. */
function selectFacts({ table, keys, sums }: Source, { scope, starts, days, hours }: View) {
  const names = ['cluster_id', ...keys, ...Object.values(sums).flat()];
  const select = (level: string, instant: RawBuilder<unknown>, isRead: RawBuilder<unknown>) => sql`
    select width_bucket(${instant}, ${starts.map(toTime)}::timestamptz[]) as set_number,
      ${sql.join(names.map((name) => sql.ref(`fact.${name}`)))}
    from ${sql.table(`${table}_${level}`)} as fact
    where ${inScope(scope)} and (${isRead})`;
  const isInHours = hours.map(
    ({ start, end }) => sql`
      fact.hour >= ${toTime(start)}::timestamptz and fact.hour < ${toTime(end)}::timestamptz`,
  );
  const isInDays = sql`
    fact.day >= ${toDay(days.start)}::date and fact.day < ${toDay(days.end)}::date`;
  return [
    ...(days.start < days.end
      ? [select('days', sql`fact.day::timestamp at time zone 'UTC'`, isInDays)]
      : []),
    ...(hours.length > 0 ? [select('hours', sql`fact.hour`, sql.join(isInHours, sql` or `))] : []),
  ];
}
