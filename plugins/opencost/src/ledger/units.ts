import { sql } from 'kysely';
import { ledgerTables } from '../tables.ts';
import { toTime, type View } from './view.ts';

/** What is added up of figures × seconds: of these columns those that a table has. */
const sums = {
  cpu: ['cpu_cost_seconds'],
  memory: ['memory_cost_seconds'],
  gpu: ['gpu_cost_seconds'],
  // What the system takes of a node is idle, as in OpenCost; so is what nobody could be given.
  idle: [
    'idle_cost_seconds',
    'overhead_cost_seconds',
    'unallocated_compute_cost_seconds',
    'unallocated_cost_seconds',
  ],
  storage: ['storage_cost_seconds', 'unallocated_storage_cost_seconds'],
  management: ['management_cost_seconds', 'unallocated_management_cost_seconds'],
  cpu_requested: ['cpu_requested_core_seconds'],
  cpu_used: ['cpu_used_core_seconds'],
  memory_requested: ['memory_requested_byte_seconds'],
  memory_used: ['memory_used_byte_seconds'],
};
type SumName = keyof typeof sums;
export const sumNames = Object.keys(sums) as SumName[];

/** Figures in the currency, core-hours and byte-hours. */
export type Figures = Readonly<Record<SumName, number>>;

/** The tables of the ledger by their names, each with what tells its rows apart. */
const sources = {
  cluster: [],
  namespace: ['namespace'],
  workload: ['description_id'],
  container: ['description_id', 'pod_name', 'container_name', 'node_uid'],
  node: ['node_uid', 'name', 'instance_type'],
};
export type Source = keyof typeof sources;

const levels = {
  days: {
    column: sql`fact.day`,
    type: sql`date`,
    start: sql`fact.day::timestamp at time zone 'UTC'`,
  },
  hours: { column: sql`fact.hour`, type: sql`timestamptz`, start: sql`fact.hour` },
};

/** The sums of a source by set, from 1, cluster and what tells its rows apart; what is not known is 0. */
export function selectUnits(source: Source, { inScope, starts, windows }: View) {
  const declared = Object.keys(ledgerTables[`${source}_days`]);
  const keys = sql.join(['cluster_id', ...sources[source]].map((key) => sql.ref(`fact.${key}`)));
  const totals = sumNames.map((name) => {
    const columns = sums[name].filter((column) => declared.includes(column));
    const parts = columns.map((column) => sql`coalesce(sum(${sql.ref(`fact.${column}`)}), 0)`);
    return sql`${sql.join([sql`0`, ...parts], sql` + `)} as ${sql.ref(name)}`;
  });
  const select = (level: keyof typeof levels) => {
    const { column, type, start } = levels[level];
    const isRead = windows[level].map(
      (window) => sql`${column} >= ${toTime(window.start)}::${type}
        and ${column} < ${toTime(window.end)}::${type}`,
    );
    return sql`
      select width_bucket(${start}, ${starts.map(toTime)}::timestamptz[]) as set_number,
        ${keys}, ${sql.join(totals)}
      from ${sql.table(`${source}_${level}`)} as fact
      where ${inScope} and (${sql.join(isRead, sql` or `)})
      group by set_number, ${keys}`;
  };
  const read = (['days', 'hours'] as const).filter((level) => windows[level].length > 0);
  return sql.join(read.map(select), sql` union all `);
}
