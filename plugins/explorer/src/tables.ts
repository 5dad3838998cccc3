import { columns, defineTables, nullable, repeatColumn, type RowsOf } from '@costplane/plugin-api';
import { billCostColumns, ownerCostColumns } from '@costplane/plugin-api/schema';

const { bigint, date, json, numeric, integer, text, textArray, uuid } = columns;

const labelsColumn = json<Readonly<Record<string, string>>>();

const computeCosts = repeatColumn(nullable(numeric), ...ownerCostColumns('legacy', 'fully_loaded'));
const ownerCosts = repeatColumn(nullable(numeric), ...ownerCostColumns('all', 'fully_loaded'));
const quantities = {
  cpu_requested_core_seconds: numeric,
  cpu_used_core_seconds: nullable(numeric),
  memory_requested_byte_seconds: numeric,
  memory_used_byte_seconds: nullable(numeric),
};
const clusterKey = { organization_id: uuid, cluster_id: uuid };
const dayKey = { ...clusterKey, day: date };
const periodKey = { ...clusterKey, first_day: date, last_day: date, cluster_revision: integer };

const clusterFacts = {
  ...repeatColumn(nullable(numeric), ...billCostColumns('all', 'fully_loaded')),
  ...repeatColumn(text, 'name', 'provider', 'region', 'environment'),
};
const namespaceFacts = { ...ownerCosts, ...quantities, namespace: text };
const workloadFacts = {
  ...ownerCosts,
  ...quantities,
  loaded_compute_cost_seconds: nullable(numeric),
  description_id: bigint,
};
const nodeFacts = {
  ...computeCosts,
  ...quantities,
  unallocated_cost_seconds: nullable(numeric),
  node_uid: uuid,
  ...repeatColumn(text, 'name', 'instance_type', 'node_group'),
  ...repeatColumn(text, 'availability_zone', 'capacity_type', 'architecture'),
};
const containerFacts = {
  ...computeCosts,
  ...quantities,
  management_cost_seconds: nullable(numeric),
  loaded_compute_cost_seconds: nullable(numeric),
  pod_uid: uuid,
  ...repeatColumn(text, 'pod_name', 'container_name'),
  description_id: bigint,
  node_uid: nullable(uuid),
};

/** The columns that this plugin reads: the history by day and by closed period. */
export const explorerTables = defineTables({
  archived_months: { organization_id: uuid, month: date },
  clusters: { organization_id: uuid, id: uuid },
  owner_descriptions: {
    ...clusterKey,
    id: bigint,
    owner_uid: uuid,
    ...repeatColumn(text, 'kind', 'namespace', 'name'),
    ...repeatColumn(labelsColumn, 'labels', 'annotations'),
    ...repeatColumn(labelsColumn, 'namespace_labels', 'namespace_annotations'),
    ...repeatColumn(textArray, 'teams', 'departments'),
  },
  cluster_days: { ...dayKey, ...clusterFacts },
  namespace_days: { ...dayKey, ...namespaceFacts },
  workload_days: { ...dayKey, ...workloadFacts },
  node_days: { ...dayKey, ...nodeFacts },
  container_days: { ...dayKey, ...containerFacts },
  cluster_periods: { ...periodKey, ...clusterFacts, seen_on: date },
  namespace_periods: { ...periodKey, ...namespaceFacts },
  workload_periods: { ...periodKey, ...workloadFacts },
  node_periods: { ...periodKey, ...nodeFacts, node_revision: integer, seen_on: date },
  container_periods: { ...periodKey, ...containerFacts, node_revision: nullable(integer) },
});

export type ExplorerRows = RowsOf<typeof explorerTables>;
