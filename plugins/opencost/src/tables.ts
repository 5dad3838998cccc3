import {
  type Column,
  columns,
  defineTables,
  nullable,
  type RowsOf,
  type Tables,
} from '@costplane/plugin-api';
import { billCostColumns, ownerCostColumns } from '@costplane/plugin-api/schema';

const { bigint, date, json, numeric, text, timestamp, uuid } = columns;

/** The clusters by their names. */
export const stateTables = defineTables({
  clusters: { organization_id: uuid, id: uuid, name: text },
});
export type OpencostRows = RowsOf<typeof stateTables>;

const each = (column: Column, ...names: readonly string[]): Record<string, Column> =>
  Object.fromEntries(names.map((name) => [name, column]));
const amounts = (...names: readonly string[]) => each(nullable(numeric), ...names);

const ofCluster = each(uuid, 'organization_id', 'cluster_id');
const ofHour = { ...ofCluster, hour: timestamp };
const ofDay = { ...ofCluster, day: date };
const bill = amounts(...billCostColumns('all', 'fully_loaded'));
const compute = ownerCostColumns('legacy', 'fully_loaded');
const quantities = amounts(
  'cpu_requested_core_seconds',
  'cpu_used_core_seconds',
  'memory_requested_byte_seconds',
  'memory_used_byte_seconds',
);
const owner = { ...amounts(...ownerCostColumns('all', 'fully_loaded')), ...quantities };

/** The history by hours and days; only PostgreSQL computes with it. */
export const ledgerTables: Tables = defineTables({
  ...stateTables,
  owner_descriptions: {
    ...ofCluster,
    id: bigint,
    ...each(text, 'kind', 'namespace', 'name'),
    ...each(json(), 'labels', 'annotations'),
  },
  cluster_hours: { ...ofHour, ...bill },
  cluster_days: { ...ofDay, ...bill, covered: { ...text, postgresType: 'tstzmultirange' } },
  namespace_days: { ...ofDay, ...owner, namespace: text },
  workload_hours: { ...ofHour, ...owner, description_id: bigint },
  workload_days: { ...ofDay, ...owner, description_id: bigint },
  node_days: {
    ...ofDay,
    ...amounts(...compute, 'unallocated_cost_seconds'),
    node_uid: uuid,
    ...each(text, 'name', 'instance_type'),
  },
  container_days: {
    ...ofDay,
    ...amounts(...compute, 'management_cost_seconds'),
    ...quantities,
    ...each(text, 'pod_name', 'container_name'),
    description_id: bigint,
    node_uid: nullable(uuid),
  },
});
