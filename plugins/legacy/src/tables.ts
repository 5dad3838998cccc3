import { columns, defineTables, nullable, repeatColumn, type RowsOf } from '@costplane/plugin-api';
import { billCostColumns, ownerCostColumns } from '@costplane/plugin-api/schema';

const { bigint, boolean, date, integer, numeric, text, timestamp, uuid } = columns;

/** Compute cost per hour, and the rank by which lists are ordered. */
const runRate = {
  run_rate_legacy_hourly: nullable(numeric),
  run_rate_legacy_rank: bigint,
};

const requests = {
  cpu_requested_cores: numeric,
  memory_requested_bytes: bigint,
};

const billCosts = repeatColumn(nullable(numeric), ...billCostColumns('legacy', 'fully_loaded'));

/** The current state, and the cost of each cluster by day. */
export const stateTables = defineTables({
  clusters: {
    organization_id: uuid,
    id: uuid,
    name: text,
    status: text,
    last_seen_at: nullable(timestamp),
    cpu_used_cores: nullable(numeric),
    memory_used_bytes: nullable(bigint),
    measured_allocatable_cores: nullable(numeric),
    measured_allocatable_bytes: nullable(bigint),
    nodes: nullable(integer),
    workloads: nullable(integer),
    pods: nullable(integer),
    ...runRate,
  },
  namespaces: {
    organization_id: uuid,
    cluster_id: uuid,
    id: uuid,
    name: text,
    department_id: nullable(uuid),
    gone_at: nullable(timestamp),
    ...requests,
    cpu_used_cores: nullable(numeric),
    memory_used_bytes: nullable(bigint),
    workloads: integer,
    pods: integer,
    containers: integer,
    ...runRate,
  },
  workloads: {
    organization_id: uuid,
    cluster_id: uuid,
    uid: uuid,
    namespace: text,
    name: text,
    kind: text,
    gone_at: nullable(timestamp),
    ...requests,
    replicas_desired: nullable(integer),
    replicas_available: nullable(integer),
    pods: integer,
    ...runRate,
  },
  nodes: {
    organization_id: uuid,
    cluster_id: uuid,
    uid: uuid,
    name: text,
    instance_type: text,
    node_group: text,
    availability_zone: text,
    is_spot: boolean,
    is_ready: boolean,
    is_schedulable: boolean,
    last_seen_at: timestamp,
    gone_at: nullable(timestamp),
    cpu_total_cores: numeric,
    cpu_allocatable_cores: numeric,
    memory_total_bytes: bigint,
    memory_allocatable_bytes: bigint,
    pods_allocatable: integer,
    cpu_used_cores: nullable(numeric),
    memory_used_bytes: nullable(bigint),
    pods: integer,
    ...runRate,
  },
  teams: {
    organization_id: uuid,
    id: uuid,
    name: text,
    origin: text,
    department_id: nullable(uuid),
  },
  departments: { organization_id: uuid, id: uuid, name: text, origin: text },
  team_assignments: {
    organization_id: uuid,
    cluster_id: uuid,
    team_id: uuid,
    entity_type: text,
    entity_identifier: text,
    weight_percentage: numeric,
  },
  workload_teams: { organization_id: uuid, cluster_id: uuid, team_id: uuid, workload_uid: uuid },
  recommendations: {
    organization_id: uuid,
    cluster_id: uuid,
    status: text,
    estimated_savings_hourly: numeric,
  },
  cluster_days: {
    organization_id: uuid,
    cluster_id: uuid,
    day: date,
    seconds: numeric,
    ...billCosts,
  },
});

const directCosts = repeatColumn(nullable(numeric), ...ownerCostColumns('legacy', 'workload_only'));

const use = {
  seconds: numeric,
  cpu_used_core_seconds: nullable(numeric),
  memory_used_byte_seconds: nullable(numeric),
};

/** The history, by hour and by day. */
export const ledgerTables = defineTables({
  owner_descriptions: { organization_id: uuid, cluster_id: uuid, owner_uid: uuid, namespace: text },
  namespace_hours: {
    organization_id: uuid,
    cluster_id: uuid,
    namespace: text,
    hour: timestamp,
    seconds: numeric,
    ...directCosts,
  },
  namespace_days: {
    organization_id: uuid,
    cluster_id: uuid,
    namespace: text,
    day: date,
    ...directCosts,
    ...use,
  },
  workload_hours: {
    organization_id: uuid,
    cluster_id: uuid,
    workload_uid: uuid,
    hour: timestamp,
    ...use,
  },
  node_days: { organization_id: uuid, cluster_id: uuid, node_uid: uuid, day: date, ...use },
});

export type LegacyRows = RowsOf<typeof stateTables & typeof ledgerTables>;
