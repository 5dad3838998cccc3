import { type Column, columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';

const { bigint, date, json, numeric, text, timestamp, uuid } = columns;

/** Instants that need not follow each other; only PostgreSQL computes with them. */
const instants: Column<string> = { postgresType: 'tstzmultirange', nullable: false };

/** The clusters by their names. */
export const stateTables = defineTables({
  clusters: {
    organization_id: uuid,
    id: uuid,
    name: text,
    provider: text,
    region: text,
    k8s_version: text,
  },
});

const computeCosts = {
  cpu_cost_seconds: nullable(numeric),
  memory_cost_seconds: nullable(numeric),
  gpu_cost_seconds: nullable(numeric),
  idle_cost_seconds: nullable(numeric),
  overhead_cost_seconds: nullable(numeric),
};
const quantities = {
  cpu_requested_core_seconds: numeric,
  cpu_used_core_seconds: nullable(numeric),
  memory_requested_byte_seconds: numeric,
  memory_used_byte_seconds: nullable(numeric),
};
const management = { management_cost_seconds: nullable(numeric) };
const ownerCosts = { ...computeCosts, ...management, storage_cost_seconds: nullable(numeric) };

const ofCluster = { organization_id: uuid, cluster_id: uuid };
const ofHour = { ...ofCluster, hour: timestamp };
const ofDay = { ...ofCluster, day: date };

const clusterFacts = {
  ...ownerCosts,
  unallocated_compute_cost_seconds: nullable(numeric),
  unallocated_storage_cost_seconds: nullable(numeric),
  unallocated_management_cost_seconds: nullable(numeric),
};
const namespaceFacts = { ...ownerCosts, ...quantities, namespace: text };
const workloadFacts = { ...ownerCosts, ...quantities, description_id: bigint };
const nodeFacts = {
  ...computeCosts,
  ...quantities,
  unallocated_cost_seconds: nullable(numeric),
  node_uid: uuid,
  name: text,
  instance_type: text,
  capacity_type: text,
};
const containerFacts = {
  ...computeCosts,
  ...management,
  ...quantities,
  pod_uid: uuid,
  pod_name: text,
  container_name: text,
  description_id: bigint,
  node_uid: nullable(uuid),
};

/** The history by hours and days. */
export const ledgerTables = defineTables({
  owner_descriptions: {
    organization_id: uuid,
    id: bigint,
    kind: text,
    namespace: text,
    name: text,
    labels: json<Readonly<Record<string, string>>>(),
    annotations: json<Readonly<Record<string, string>>>(),
  },
  cluster_hours: { ...ofHour, ...clusterFacts },
  cluster_days: { ...ofDay, ...clusterFacts, covered: instants },
  namespace_days: { ...ofDay, ...namespaceFacts },
  workload_hours: { ...ofHour, ...workloadFacts },
  workload_days: { ...ofDay, ...workloadFacts },
  node_days: { ...ofDay, ...nodeFacts },
  container_days: { ...ofDay, ...containerFacts },
});

export type OpencostRows = RowsOf<typeof stateTables & typeof ledgerTables>;
