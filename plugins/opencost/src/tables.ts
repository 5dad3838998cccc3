import { type Column, columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';
import { billCostColumns, ownerCostColumns } from '@costplane/plugin-api/schema';

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

const amounts = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, nullable(numeric)])) as Record<
    Name,
    Column<string | null>
  >;
const quantities = {
  cpu_requested_core_seconds: numeric,
  cpu_used_core_seconds: nullable(numeric),
  memory_requested_byte_seconds: numeric,
  memory_used_byte_seconds: nullable(numeric),
};
const clusterFacts = amounts(billCostColumns('all', 'fully_loaded'));
const ownerFacts = { ...amounts(ownerCostColumns('all', 'fully_loaded')), ...quantities };
const nodeCosts = ownerCostColumns('legacy', 'fully_loaded');

const ofHour = { organization_id: uuid, cluster_id: uuid, hour: timestamp };
const ofDay = { organization_id: uuid, cluster_id: uuid, day: date };

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
  namespace_days: { ...ofDay, ...ownerFacts, namespace: text },
  workload_hours: { ...ofHour, ...ownerFacts, description_id: bigint },
  workload_days: { ...ofDay, ...ownerFacts, description_id: bigint },
  node_days: {
    ...ofDay,
    ...amounts(nodeCosts),
    ...amounts(['unallocated_cost_seconds']),
    node_uid: uuid,
    name: text,
    instance_type: text,
    capacity_type: text,
  },
  container_days: {
    ...ofDay,
    ...amounts(nodeCosts),
    ...amounts(['management_cost_seconds']),
    ...quantities,
    pod_name: text,
    container_name: text,
    description_id: bigint,
    node_uid: nullable(uuid),
  },
});

export type OpencostRows = RowsOf<typeof stateTables & typeof ledgerTables>;
