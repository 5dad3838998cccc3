import { type Column, columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';
import { billCostColumns, ownerCostColumns } from '@costplane/plugin-api/schema';

const { bigint, date, json, numeric, text, timestamp, uuid } = columns;
const textMap = json<Readonly<Record<string, string>>>();

/** The clusters by their names. */
export const stateTables = defineTables({
  clusters: { organization_id: uuid, id: uuid, name: text },
});

const amounts = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, nullable(numeric)])) as Record<
    Name,
    Column<string | null>
  >;
const quantities = {
  cpu_requested_core_seconds: numeric,
  memory_requested_byte_seconds: numeric,
  ...amounts('cpu_used_core_seconds', 'memory_used_byte_seconds'),
};
const clusterFacts = amounts(...billCostColumns('all', 'fully_loaded'));
const ownerFacts = { ...amounts(...ownerCostColumns('all', 'fully_loaded')), ...quantities };
const nodeFacts = amounts(...ownerCostColumns('legacy', 'fully_loaded'));

/** Instants that need not follow each other; only PostgreSQL computes with them. */
const instants: Column<string> = { postgresType: 'tstzmultirange', nullable: false };
const ofHour = { organization_id: uuid, cluster_id: uuid, hour: timestamp };
const ofDay = { organization_id: uuid, cluster_id: uuid, day: date };

/** The history by hours and days. */
export const ledgerTables = defineTables({
  owner_descriptions: {
    organization_id: uuid,
    cluster_id: uuid,
    id: bigint,
    kind: text,
    namespace: text,
    name: text,
    labels: textMap,
    annotations: textMap,
  },
  cluster_hours: { ...ofHour, ...clusterFacts },
  cluster_days: { ...ofDay, ...clusterFacts, covered: instants },
  namespace_days: { ...ofDay, ...ownerFacts, namespace: text },
  workload_hours: { ...ofHour, ...ownerFacts, description_id: bigint },
  workload_days: { ...ofDay, ...ownerFacts, description_id: bigint },
  node_days: {
    ...ofDay,
    ...nodeFacts,
    ...amounts('unallocated_cost_seconds'),
    node_uid: uuid,
    name: text,
    instance_type: text,
  },
  container_days: {
    ...ofDay,
    ...nodeFacts,
    ...amounts('management_cost_seconds'),
    ...quantities,
    pod_name: text,
    container_name: text,
    description_id: bigint,
    node_uid: nullable(uuid),
  },
});

export type OpencostRows = RowsOf<typeof stateTables & typeof ledgerTables>;
