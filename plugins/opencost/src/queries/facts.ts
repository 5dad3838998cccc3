import { type RawBuilder, sql } from 'kysely';
import { isRead, levelsOf, type Reading, setNumber } from './reading.ts';
import { inScope, type Scope } from './scope.ts';

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

/** Rows of the ledger: which tables, by what they are told apart, and what they hold. */
interface Source {
  readonly table: string;
  readonly ids: readonly string[];
  /** What else is known of each: the same of all its rows, save for what changes within the window. */
  readonly names?: readonly string[];
  /** Columns whose sum each is; one that is missing is 0. */
  readonly sums: Readonly<Partial<Record<SumName, readonly string[]>>>;
}

const direct = {
  cpu: ['cpu_cost_seconds'],
  memory: ['memory_cost_seconds'],
  gpu: ['gpu_cost_seconds'],
};
const idle = ['idle_cost_seconds', 'overhead_cost_seconds'];
const storage = ['storage_cost_seconds'];
const management = ['management_cost_seconds'];
const quantities = {
  cpu_requested: ['cpu_requested_core_seconds'],
  cpu_used: ['cpu_used_core_seconds'],
  memory_requested: ['memory_requested_byte_seconds'],
  memory_used: ['memory_used_byte_seconds'],
};
const ofOwners = { ...direct, idle, storage, management, ...quantities };

/** What the system takes of a node is idle, as in OpenCost; so is what nobody could be given. */
const sources = {
  cluster: {
    table: 'cluster',
    ids: [],
    sums: {
      ...direct,
      idle: [...idle, 'unallocated_compute_cost_seconds'],
      storage: [...storage, 'unallocated_storage_cost_seconds'],
      management: [...management, 'unallocated_management_cost_seconds'],
    },
  },
  namespace: { table: 'namespace', ids: ['namespace'], sums: ofOwners },
  owner: { table: 'workload', ids: ['description_id'], sums: ofOwners },
  container: {
    table: 'container',
    ids: ['description_id', 'pod_name', 'container_name', 'node_uid'],
    sums: { ...direct, idle, management, ...quantities },
  },
  node: {
    table: 'node',
    ids: ['node_uid'],
    names: ['name', 'instance_type', 'capacity_type'],
    sums: { ...direct, idle: [...idle, 'unallocated_cost_seconds'], ...quantities },
  },
} as const satisfies Readonly<Record<string, Source>>;
export type SourceName = keyof typeof sources;

/** Facts of a source over a reading, by set, cluster and what tells them apart, with their sums. */
export function selectUnits(name: SourceName, reading: Reading, scope: Scope): RawBuilder<unknown> {
  const { table, ids, names = [], sums }: Source = sources[name];
  const refs = (columns: readonly string[]) =>
    sql.join(columns.map((column) => sql.ref(`fact.${column}`)));
  const keys = ['cluster_id', ...ids];
  const parts = levelsOf(reading).map(
    (level) => sql`
      select ${setNumber(level, reading)} as set_number,
        ${refs([...keys, ...names, ...Object.values(sums).flat()])}
      from ${sql.table(`${table}_${level}`)} as fact
      where ${inScope(scope, 'fact')} and ${isRead(level, reading, 'fact')}`,
  );
  const columns = [
    refs(['set_number', ...keys]),
    ...names.map((column) => sql`max(${sql.ref(`fact.${column}`)}) as ${sql.ref(column)}`),
    ...sumNames.map((sum) => addUp(sum, sums[sum])),
  ];
  return sql`
    select ${sql.join(columns)}
    from (${sql.join(parts, sql` union all `)}) as fact
    group by ${refs(['set_number', ...keys])}`;
}

/** What is not known counts as nothing. */
const addUp = (sum: SumName, columns: readonly string[] = []) => sql`
  ${
    columns.length === 0
      ? sql`0`
      : sql.join(
          columns.map((column) => sql`coalesce(sum(${sql.ref(`fact.${column}`)}), 0)`),
          sql` + `,
        )
  }
    as ${sql.ref(sum)}`;

/** The names of nodes by their uids, of the days of a reading. */
export const selectNodeNames = (reading: Reading, scope: Scope): RawBuilder<unknown> => sql`
  select cluster_id, node_uid, max(name) as name
  from (${selectUnits('node', reading, scope)}) as node
  group by cluster_id, node_uid`;
