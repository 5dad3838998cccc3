import { columns, defineTables, nullable, repeatColumn, type Tables } from '@costplane/plugin-api';
import { billCostColumns, ownerCostColumns } from '@costplane/plugin-api/schema';

const { bigint, date, integer, json, numeric, text, timestamp, uuid, uuidArray } = columns;
const amounts = (...names: readonly string[]) => repeatColumn(nullable(numeric), ...names);
const resources = (measure: string) => ({
  ...amounts(`cpu_${measure}_cores`),
  [`memory_${measure}_bytes`]: nullable(bigint),
});

const named = { organization_id: uuid, id: uuid, name: text };
const clusterKey = { organization_id: uuid, cluster_id: uuid };
const dayKey = { ...clusterKey, day: date };
const objectColumns = { ...clusterKey, name: text, gone_at: nullable(timestamp) };
const shareColumns = { ...clusterKey, team_id: uuid, weight_percentage: numeric };
const requested = resources('requested');
const allocatable = resources('allocatable');
const use = { ...requested, ...resources('used') };
const usageColumns = { ...objectColumns, ...use, labels: json() };
const ownRates = amounts('run_rate_legacy_hourly', 'run_rate_all_hourly');
const runRates = { ...ownRates, ...amounts('workloads_legacy_hourly', 'workloads_all_hourly') };
const compute = amounts('compute_cpu_hourly', 'compute_ram_hourly', 'compute_gpu_hourly');
const storage = amounts('storage_pv_hourly');
const weights = { ...numeric, postgresType: '_numeric' };
const seen = { status: text, last_seen_at: nullable(timestamp) };
const direct = amounts(...ownerCostColumns('all', 'workload_only'));

/** All columns that this plugin reads, used only inside SQL. */
export const metricsTables: Tables = defineTables({
  clusters: { ...named, ...runRates, ...use, ...allocatable, ...seen },
  cluster_days: { ...dayKey, ...amounts(...billCostColumns('all', 'fully_loaded')) },
  namespaces: { ...usageColumns, ...runRates, department_id: nullable(uuid) },
  namespace_days: { ...dayKey, ...direct, namespace: text },
  workloads: { ...usageColumns, ...ownRates, uid: uuid, namespace: text, kind: text },
  workload_teams: { ...shareColumns, workload_uid: uuid },
  nodes: {
    ...usageColumns,
    uid: uuid,
    ...repeatColumn(text, 'provider_id', 'instance_type', 'node_group', 'region'),
    ...repeatColumn(text, 'capacity_type', 'architecture'),
    ...resources('total'),
    ...allocatable,
    ...repeatColumn(integer, 'gpu_total', 'gpu_allocatable'),
    ...compute,
    ...amounts('run_rate_legacy_hourly', 'workloads_hourly'),
  },
  pods: {
    ...objectColumns,
    uid: uuid,
    ...repeatColumn(text, 'namespace', 'node_name', 'phase'),
    ...repeatColumn(nullable(uuid), 'workload_uid', 'node_uid'),
    ...use,
    gpu_requested: integer,
    ...compute,
    ...amounts('run_rate_legacy_hourly'),
  },
  containers: { ...clusterKey, ...requested, gpu_requested: integer, pod_uid: uuid, name: text },
  persistent_volumes: {
    ...objectColumns,
    ...repeatColumn(text, 'storage_class', 'phase'),
    ...repeatColumn(nullable(text), 'claim_namespace', 'claim_name'),
    workload_uid: nullable(uuid),
    capacity_bytes: bigint,
    ...storage,
  },
  recommendations: {
    ...clusterKey,
    ...repeatColumn(text, 'namespace', 'resource_type', 'resource_name', 'status'),
    estimated_savings_hourly: numeric,
  },
  departments: named,
  teams: { ...named, department_id: nullable(uuid) },
  team_assignments: { ...shareColumns, entity_type: text, entity_identifier: text },
  assignment_figures: { ...clusterKey, ...compute, ...storage, teams: uuidArray, weights },
});
