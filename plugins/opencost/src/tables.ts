import { columns, defineTables, nullable, repeatColumn, type Tables } from '@costplane/plugin-api';
import { billCostColumns, ownerCostColumns } from '@costplane/plugin-api/schema';

const { bigint, date, json, numeric, text, timestamp, uuid } = columns;

/** The clusters and their names. */
export const stateTables = defineTables({
  clusters: { organization_id: uuid, id: uuid, name: text },
});

const amounts = (...names: readonly string[]) => repeatColumn(nullable(numeric), ...names);

const clusterKey = { organization_id: uuid, cluster_id: uuid };
const hourKey = { ...clusterKey, hour: timestamp };
const dayKey = { ...clusterKey, day: date };
const bill = amounts(...billCostColumns('all', 'fully_loaded'));
const compute = ownerCostColumns('legacy', 'fully_loaded');
const quantities = amounts(
  'cpu_requested_core_seconds',
  'cpu_used_core_seconds',
  'memory_requested_byte_seconds',
  'memory_used_byte_seconds',
);
const owner = { ...amounts(...ownerCostColumns('all', 'fully_loaded')), ...quantities };

/** Keys of the ledger's rows besides cluster and time, by source. */
export const sources = {
  cluster: {},
  namespace: { namespace: text },
  workload: { description_id: bigint },
  container: {
    description_id: bigint,
    ...repeatColumn(text, 'pod_name', 'container_name'),
    node_uid: nullable(uuid),
  },
  node: { node_uid: uuid, ...repeatColumn(text, 'name', 'instance_type') },
};
export type Source = keyof typeof sources;

/** The history by hour and day. */
export const ledgerTables: Tables = defineTables({
  ...stateTables,
  owner_descriptions: {
    ...clusterKey,
    id: bigint,
    ...repeatColumn(text, 'kind', 'namespace', 'name'),
    ...repeatColumn(json(), 'labels', 'annotations'),
  },
  archived_months: { organization_id: uuid, month: date },
  cluster_hours: { ...hourKey, ...bill },
  cluster_days: { ...dayKey, ...bill, covered: { ...text, postgresType: 'tstzmultirange' } },
  namespace_days: { ...dayKey, ...sources.namespace, ...owner },
  workload_hours: { ...hourKey, ...sources.workload, ...owner },
  workload_days: { ...dayKey, ...sources.workload, ...owner },
  container_days: {
    ...dayKey,
    ...sources.container,
    ...amounts(...compute, 'management_cost_seconds'),
    ...quantities,
  },
  node_days: { ...dayKey, ...sources.node, ...amounts(...compute, 'unallocated_cost_seconds') },
});
