import { billCostColumns, ownerCostColumns } from '@costplane/plugin-api/schema';
import { type Column, columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';

const { bigint, date, integer, json, numeric, text, timestamp, uuid } = columns;
const amount = nullable(numeric);
const labels = json<Record<string, string>>();

/** Only PostgreSQL reads them. */
const arrayColumn = (type: 'uuid' | 'numeric'): Column<string> => ({
  postgresType: `_${type}`,
  nullable: false,
});

const ofCluster = { organization_id: uuid, cluster_id: uuid };
const components = {
  compute_cpu_hourly: amount,
  compute_ram_hourly: amount,
  compute_gpu_hourly: amount,
};
const runRates = { run_rate_legacy_hourly: amount, run_rate_all_hourly: amount };
const workloadsRates = { workloads_legacy_hourly: amount, workloads_all_hourly: amount };
const use = {
  cpu_requested_cores: numeric,
  cpu_used_cores: amount,
  memory_requested_bytes: bigint,
  memory_used_bytes: nullable(bigint),
};
const amounts = <N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, amount])) as Record<N, typeof amount>;
const goneAt = { gone_at: nullable(timestamp) };

/** The columns that this plugin reads, and no others. */
export const metricsTables = defineTables({
  clusters: {
    organization_id: uuid,
    id: uuid,
    name: text,
    last_seen_at: nullable(timestamp),
    ...runRates,
    ...workloadsRates,
    cpu_requested_cores: amount,
    cpu_used_cores: amount,
    cpu_allocatable_cores: amount,
    memory_requested_bytes: nullable(bigint),
    memory_used_bytes: nullable(bigint),
    memory_allocatable_bytes: nullable(bigint),
  },
  cluster_days: {
    ...ofCluster,
    day: date,
    ...amounts(billCostColumns('all', 'fully_loaded')),
  },
  namespaces: {
    ...ofCluster,
    name: text,
    labels,
    department_id: nullable(uuid),
    ...goneAt,
    ...use,
    ...runRates,
    ...workloadsRates,
  },
  namespace_days: {
    ...ofCluster,
    namespace: text,
    day: date,
    ...amounts(ownerCostColumns('all', 'workload_only')),
  },
  workloads: {
    ...ofCluster,
    uid: uuid,
    namespace: text,
    name: text,
    kind: text,
    labels,
    ...goneAt,
    ...use,
    ...runRates,
  },
  workload_teams: { ...ofCluster, workload_uid: uuid, team_id: uuid, weight_percentage: numeric },
  nodes: {
    ...ofCluster,
    uid: uuid,
    name: text,
    provider_id: text,
    instance_type: text,
    node_group: text,
    region: text,
    capacity_type: text,
    architecture: text,
    labels,
    ...goneAt,
    ...use,
    ...components,
    run_rate_legacy_hourly: amount,
    workloads_hourly: amount,
    cpu_total_cores: numeric,
    cpu_allocatable_cores: numeric,
    memory_total_bytes: bigint,
    memory_allocatable_bytes: bigint,
    gpu_total: integer,
    gpu_allocatable: integer,
  },
  pods: {
    ...ofCluster,
    uid: uuid,
    namespace: text,
    name: text,
    workload_uid: nullable(uuid),
    node_uid: nullable(uuid),
    node_name: text,
    phase: text,
    ...goneAt,
    ...use,
    ...components,
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
    ...ofCluster,
    name: text,
    storage_class: text,
    phase: text,
    capacity_bytes: bigint,
    claim_namespace: nullable(text),
    claim_name: nullable(text),
    workload_uid: nullable(uuid),
    storage_pv_hourly: amount,
    ...goneAt,
  },
  recommendations: {
    ...ofCluster,
    id: uuid,
    namespace: text,
    resource_type: text,
    resource_name: text,
    status: text,
    estimated_savings_hourly: numeric,
  },
  departments: { organization_id: uuid, id: uuid, name: text },
  teams: { organization_id: uuid, id: uuid, name: text, department_id: nullable(uuid) },
  team_assignments: {
    ...ofCluster,
    team_id: uuid,
    entity_type: text,
    entity_identifier: text,
    weight_percentage: numeric,
  },
  assignment_figures: {
    ...ofCluster,
    digest: uuid,
    teams: arrayColumn('uuid'),
    weights: arrayColumn('numeric'),
    ...components,
    storage_pv_hourly: amount,
  },
});

export type MetricsRows = RowsOf<typeof metricsTables>;
