import {
  type Column,
  columns,
  defineTables,
  nullable,
  type RowsOf,
  type Tables,
} from '@costplane/plugin-api';
import { billCostColumns, ownerCostColumns } from '@costplane/plugin-api/schema';

const { bigint, date, integer, json, numeric, text, timestamp, uuid } = columns;
const each = (column: Column, ...names: readonly string[]): Record<string, Column> =>
  Object.fromEntries(names.map((name) => [name, nullable(column)]));

const ofCluster = each(uuid, 'organization_id', 'cluster_id');
const ofDay = { ...ofCluster, day: date };
const ofObject = { ...ofCluster, ...each(timestamp, 'gone_at'), ...each(text, 'name') };
const requested = {
  ...each(numeric, 'cpu_requested_cores'),
  ...each(bigint, 'memory_requested_bytes'),
};
const use = {
  ...requested,
  ...each(numeric, 'cpu_used_cores'),
  ...each(bigint, 'memory_used_bytes'),
};
const ofUser = { ...ofObject, ...use, labels: json() };
const allocatable = {
  ...each(numeric, 'cpu_allocatable_cores'),
  ...each(bigint, 'memory_allocatable_bytes'),
};
const runRates = each(numeric, 'run_rate_legacy_hourly', 'run_rate_all_hourly');
const ofWorkloads = each(numeric, 'workloads_legacy_hourly', 'workloads_all_hourly');
const components = each(numeric, 'compute_cpu_hourly', 'compute_ram_hourly', 'compute_gpu_hourly');
const storage = each(numeric, 'storage_pv_hourly');
const named = { organization_id: uuid, id: uuid, name: text };

export type MetricsRows = RowsOf<{ readonly clusters: typeof named }>;

/** The columns that this plugin reads, and no others; only PostgreSQL computes with them. */
export const metricsTables: Tables = defineTables({
  clusters: {
    ...named,
    ...each(timestamp, 'last_seen_at'),
    ...runRates,
    ...ofWorkloads,
    ...use,
    ...allocatable,
  },
  cluster_days: { ...ofDay, ...each(numeric, ...billCostColumns('all', 'fully_loaded')) },
  namespaces: { ...ofUser, ...runRates, ...ofWorkloads, ...each(uuid, 'department_id') },
  namespace_days: {
    ...ofDay,
    ...each(text, 'namespace'),
    ...each(numeric, ...ownerCostColumns('all', 'workload_only')),
  },
  workloads: { ...ofUser, ...runRates, ...each(text, 'namespace', 'kind'), ...each(uuid, 'uid') },
  workload_teams: {
    ...ofCluster,
    ...each(uuid, 'workload_uid', 'team_id'),
    ...each(numeric, 'weight_percentage'),
  },
  nodes: {
    ...ofUser,
    ...allocatable,
    ...components,
    ...each(numeric, 'run_rate_legacy_hourly', 'workloads_hourly', 'cpu_total_cores'),
    ...each(bigint, 'memory_total_bytes'),
    ...each(integer, 'gpu_total', 'gpu_allocatable'),
    ...each(text, 'provider_id', 'instance_type', 'node_group', 'region'),
    ...each(text, 'capacity_type', 'architecture'),
    ...each(uuid, 'uid'),
  },
  pods: {
    ...ofObject,
    ...use,
    ...components,
    ...each(integer, 'gpu_requested'),
    ...each(text, 'namespace', 'node_name', 'phase'),
    ...each(uuid, 'uid', 'workload_uid', 'node_uid'),
  },
  containers: {
    ...ofCluster,
    ...requested,
    ...each(integer, 'gpu_requested'),
    ...each(text, 'name'),
    ...each(uuid, 'pod_uid'),
  },
  persistent_volumes: {
    ...ofObject,
    ...storage,
    ...each(bigint, 'capacity_bytes'),
    ...each(text, 'storage_class', 'phase', 'claim_namespace', 'claim_name'),
    ...each(uuid, 'workload_uid'),
  },
  recommendations: {
    ...ofCluster,
    ...each(text, 'namespace', 'resource_type', 'resource_name', 'status'),
    ...each(numeric, 'estimated_savings_hourly'),
  },
  departments: named,
  teams: { ...named, ...each(uuid, 'department_id') },
  team_assignments: {
    ...ofCluster,
    ...each(uuid, 'team_id'),
    ...each(text, 'entity_type', 'entity_identifier'),
    ...each(numeric, 'weight_percentage'),
  },
  assignment_figures: {
    ...ofCluster,
    ...components,
    ...storage,
    ...each({ ...uuid, postgresType: '_uuid' }, 'teams'),
    ...each({ ...numeric, postgresType: '_numeric' }, 'weights'),
  },
});
