import { billCostColumns, ownerCostColumns } from '@costplane/plugin-api/schema';
import { type Column, columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';

const { bigint, date, integer, json, numeric, text, timestamp, uuid } = columns;

const each = <T, N extends string>(column: Column<T>, ...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, column])) as Record<N, Column<T>>;
const amounts = <N extends string>(...names: readonly N[]) => each(nullable(numeric), ...names);

const ofCluster = { organization_id: uuid, cluster_id: uuid };
const ofObject = { ...ofCluster, gone_at: nullable(timestamp) };
const ofLabeled = { ...ofObject, labels: json<Record<string, string>>() };
const components = amounts('compute_cpu_hourly', 'compute_ram_hourly', 'compute_gpu_hourly');
const runRates = amounts('run_rate_legacy_hourly', 'run_rate_all_hourly');
const workloadsRates = amounts('workloads_legacy_hourly', 'workloads_all_hourly');
const use = {
  ...each(numeric, 'cpu_requested_cores'),
  ...amounts('cpu_used_cores'),
  ...each(bigint, 'memory_requested_bytes'),
  ...each(nullable(bigint), 'memory_used_bytes'),
};

/** Only PostgreSQL reads them. */
const arrayColumn = (type: 'uuid' | 'numeric'): Column<string> => ({
  postgresType: `_${type}`,
  nullable: false,
});

/** The columns that this plugin reads, and no others. */
export const metricsTables = defineTables({
  clusters: {
    ...each(uuid, 'organization_id', 'id'),
    ...each(text, 'name'),
    ...each(nullable(timestamp), 'last_seen_at'),
    ...runRates,
    ...workloadsRates,
    ...amounts('cpu_requested_cores', 'cpu_used_cores', 'cpu_allocatable_cores'),
    ...each(
      nullable(bigint),
      'memory_requested_bytes',
      'memory_used_bytes',
      'memory_allocatable_bytes',
    ),
  },
  cluster_days: { ...ofCluster, day: date, ...amounts(...billCostColumns('all', 'fully_loaded')) },
  namespaces: {
    ...ofLabeled,
    ...use,
    ...runRates,
    ...workloadsRates,
    name: text,
    department_id: nullable(uuid),
  },
  namespace_days: {
    ...ofCluster,
    day: date,
    namespace: text,
    ...amounts(...ownerCostColumns('all', 'workload_only')),
  },
  workloads: {
    ...ofLabeled,
    ...use,
    ...runRates,
    uid: uuid,
    ...each(text, 'namespace', 'name', 'kind'),
  },
  workload_teams: { ...ofCluster, workload_uid: uuid, team_id: uuid, weight_percentage: numeric },
  nodes: {
    ...ofLabeled,
    ...use,
    ...components,
    ...amounts('run_rate_legacy_hourly', 'workloads_hourly'),
    uid: uuid,
    ...each(text, 'name', 'provider_id', 'instance_type', 'node_group', 'region'),
    ...each(text, 'capacity_type', 'architecture'),
    ...each(numeric, 'cpu_total_cores', 'cpu_allocatable_cores'),
    ...each(bigint, 'memory_total_bytes', 'memory_allocatable_bytes'),
    ...each(integer, 'gpu_total', 'gpu_allocatable'),
  },
  pods: {
    ...ofObject,
    ...use,
    ...components,
    uid: uuid,
    ...each(nullable(uuid), 'workload_uid', 'node_uid'),
    ...each(text, 'namespace', 'name', 'node_name', 'phase'),
    gpu_requested: integer,
  },
  containers: {
    ...ofCluster,
    pod_uid: uuid,
    name: text,
    cpu_requested_cores: numeric,
    memory_requested_bytes: bigint,
    gpu_requested: integer,
  },
  persistent_volumes: {
    ...ofObject,
    ...each(text, 'name', 'storage_class', 'phase'),
    ...each(nullable(text), 'claim_namespace', 'claim_name'),
    ...amounts('storage_pv_hourly'),
    capacity_bytes: bigint,
    workload_uid: nullable(uuid),
  },
  recommendations: {
    ...ofCluster,
    id: uuid,
    ...each(text, 'namespace', 'resource_type', 'resource_name', 'status'),
    estimated_savings_hourly: numeric,
  },
  departments: { organization_id: uuid, id: uuid, name: text },
  teams: { organization_id: uuid, id: uuid, name: text, department_id: nullable(uuid) },
  team_assignments: {
    ...ofCluster,
    team_id: uuid,
    ...each(text, 'entity_type', 'entity_identifier'),
    weight_percentage: numeric,
  },
  assignment_figures: {
    ...ofCluster,
    ...components,
    ...amounts('storage_pv_hourly'),
    digest: uuid,
    teams: arrayColumn('uuid'),
    weights: arrayColumn('numeric'),
  },
});

export type MetricsRows = RowsOf<typeof metricsTables>;
