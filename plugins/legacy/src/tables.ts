import { columns, defineTables, nullable, repeatColumn, type RowsOf } from '@costplane/plugin-api';
import { billCostColumns, ownerCostColumns } from '@costplane/plugin-api/schema';

const { bigint, boolean, date, integer, numeric, text, timestamp, uuid } = columns;

const clusterKey = { organization_id: uuid, cluster_id: uuid };
const owner = { organization_id: uuid, id: uuid, name: text, origin: text };
/** Compute cost per hour, and the rank by which lists are ordered. */
const runRate = { run_rate_legacy_hourly: nullable(numeric), run_rate_legacy_rank: bigint };
const requests = { cpu_requested_cores: numeric, memory_requested_bytes: bigint };
const use = { cpu_used_cores: nullable(numeric), memory_used_bytes: nullable(bigint) };
const billCosts = repeatColumn(nullable(numeric), ...billCostColumns('legacy', 'fully_loaded'));

/** The current state, and the cost of each cluster by day. */
export const stateTables = defineTables({
  clusters: {
    organization_id: uuid,
    id: uuid,
    name: text,
    status: text,
    last_seen_at: nullable(timestamp),
    ...use,
    measured_allocatable_cores: nullable(numeric),
    measured_allocatable_bytes: nullable(bigint),
    ...repeatColumn(nullable(integer), 'nodes', 'workloads', 'pods'),
    ...runRate,
  },
  namespaces: {
    ...clusterKey,
    id: uuid,
    name: text,
    department_id: nullable(uuid),
    gone_at: nullable(timestamp),
    ...requests,
    ...use,
    ...repeatColumn(integer, 'workloads', 'pods', 'containers'),
    ...runRate,
  },
  workloads: {
    ...clusterKey,
    uid: uuid,
    ...repeatColumn(text, 'namespace', 'name', 'kind'),
    gone_at: nullable(timestamp),
    ...requests,
    ...repeatColumn(nullable(integer), 'replicas_desired', 'replicas_available'),
    pods: integer,
    ...runRate,
  },
  nodes: {
    ...clusterKey,
    uid: uuid,
    ...repeatColumn(text, 'name', 'instance_type', 'node_group', 'availability_zone'),
    ...repeatColumn(boolean, 'is_spot', 'is_ready', 'is_schedulable'),
    last_seen_at: timestamp,
    gone_at: nullable(timestamp),
    ...repeatColumn(numeric, 'cpu_total_cores', 'cpu_allocatable_cores'),
    ...repeatColumn(bigint, 'memory_total_bytes', 'memory_allocatable_bytes'),
    ...repeatColumn(integer, 'pods_allocatable', 'pods'),
    ...use,
    ...runRate,
  },
  teams: { ...owner, department_id: nullable(uuid) },
  departments: owner,
  team_assignments: {
    ...clusterKey,
    team_id: uuid,
    ...repeatColumn(text, 'entity_type', 'entity_identifier'),
    weight_percentage: numeric,
  },
  workload_teams: { ...clusterKey, team_id: uuid, workload_uid: uuid },
  recommendations: { ...clusterKey, status: text, estimated_savings_hourly: numeric },
  cluster_days: { ...clusterKey, day: date, seconds: numeric, ...billCosts },
});

const directCosts = repeatColumn(nullable(numeric), ...ownerCostColumns('legacy', 'workload_only'));
const used = {
  seconds: numeric,
  ...repeatColumn(nullable(numeric), 'cpu_used_core_seconds', 'memory_used_byte_seconds'),
};

/** The history, by hour and by day. */
export const ledgerTables = defineTables({
  owner_descriptions: { ...clusterKey, owner_uid: uuid, namespace: text },
  namespace_hours: {
    ...clusterKey,
    namespace: text,
    hour: timestamp,
    seconds: numeric,
    ...directCosts,
  },
  namespace_days: { ...clusterKey, namespace: text, day: date, ...directCosts, ...used },
  workload_hours: { ...clusterKey, workload_uid: uuid, hour: timestamp, ...used },
  node_days: { ...clusterKey, node_uid: uuid, day: date, ...used },
});

export type LegacyRows = RowsOf<typeof stateTables & typeof ledgerTables>;
