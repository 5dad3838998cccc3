import {
  clusterMeasures,
  containerMeasures,
  costMeasures,
  nodeMeasures,
  ownerMeasures,
  quantityHourMeasures,
  quantityMeasures,
  shareMeasures,
  type Measure,
} from '../../accrue/measures.ts';

/**
 * How a column of an existing row changes when a row is added: `key` not at all; `newest` takes the
 * new value; `known` takes it unless it is null; `include` adds missing elements to a list, which
 * is the same for rows of one key and day.
 */
export type Merging = 'key' | 'add' | 'or' | 'unite' | 'collect' | 'include' | 'newest' | 'known';

export interface LedgerColumn {
  name: string;
  type:
    'uuid' | 'text' | 'bigint' | 'numeric' | 'boolean' | 'tstzmultirange' | 'text[]' | 'bigint[]';
  merging: Merging;
}

/** A ledger table: its columns, without those of the cluster and the time bucket. */
export interface LedgerTable {
  name: string;
  bucket: 'hour' | 'day';
  columns: readonly LedgerColumn[];
}

const key = (name: string, type: 'uuid' | 'text' | 'bigint' = 'uuid'): LedgerColumn => ({
  name,
  type,
  merging: 'key',
});
const measures = (names: readonly Measure[]) =>
  names.map<LedgerColumn>((name) => ({ name, type: 'numeric', merging: 'add' }));
const texts = (...names: string[]) =>
  names.map<LedgerColumn>((name) => ({ name, type: 'text', merging: 'newest' }));
const description = key('description_id', 'bigint');
const item = key('priced_item_id', 'bigint');
const covered: LedgerColumn = { name: 'covered', type: 'tstzmultirange', merging: 'unite' };

const clusterBill: LedgerColumn[] = [
  ...measures(clusterMeasures),
  { name: 'is_compute_partial', type: 'boolean', merging: 'or' },
  { name: 'is_storage_partial', type: 'boolean', merging: 'or' },
  covered,
];

const clusterTables: LedgerTable[] = [
  {
    name: 'cluster_hours',
    bucket: 'hour',
    columns: [
      ...clusterBill,
      ...measures(['repriceable_seconds']),
      { name: 'is_compute_unpriceable', type: 'boolean', merging: 'or' },
      { name: 'is_storage_unpriceable', type: 'boolean', merging: 'or' },
    ],
  },
  {
    name: 'cluster_days',
    bucket: 'day',
    columns: [
      ...texts('name', 'provider', 'service', 'region', 'environment'),
      { name: 'compute_pricing_sources', type: 'text[]', merging: 'collect' },
      { name: 'storage_pricing_sources', type: 'text[]', merging: 'collect' },
      ...clusterBill,
    ],
  },
];

const namespaceTables: LedgerTable[] = [
  {
    name: 'namespace_hours',
    bucket: 'hour',
    columns: [key('namespace', 'text'), ...measures([...costMeasures, 'seconds'])],
  },
  {
    name: 'namespace_days',
    bucket: 'day',
    columns: [
      key('namespace', 'text'),
      { ...description, merging: 'newest' },
      { name: 'description_ids', type: 'bigint[]', merging: 'include' },
      ...measures(ownerMeasures),
    ],
  },
];

const workloadTables: LedgerTable[] = [
  {
    name: 'workload_hours',
    bucket: 'hour',
    columns: [
      key('workload_uid'),
      description,
      ...measures([...costMeasures, ...quantityMeasures, 'seconds']),
    ],
  },
  {
    name: 'workload_days',
    bucket: 'day',
    columns: [key('workload_uid'), description, ...measures(ownerMeasures)],
  },
];

const quantityTables: LedgerTable[] = [
  {
    name: 'quantity_hours',
    bucket: 'hour',
    columns: [key('owner_uid'), item, description, ...measures(quantityHourMeasures)],
  },
];

const nodeKeys = [key('node_uid'), ...texts('node_group')];
const nodeBill = nodeMeasures.filter(
  (name) => !(quantityMeasures as readonly Measure[]).includes(name),
);

const nodeTables: LedgerTable[] = [
  {
    name: 'node_hours',
    bucket: 'hour',
    columns: [...nodeKeys, ...measures(nodeBill), covered],
  },
  {
    name: 'node_days',
    bucket: 'day',
    columns: [
      ...nodeKeys,
      ...texts('name', 'instance_type', 'availability_zone', 'capacity_type', 'architecture'),
      ...measures(nodeMeasures),
      covered,
    ],
  },
  {
    name: 'node_quantity_hours',
    bucket: 'hour',
    columns: [key('node_uid'), item, ...measures([...shareMeasures, 'seconds'])],
  },
];

const containerTables: LedgerTable[] = [
  {
    name: 'container_days',
    bucket: 'day',
    columns: [
      key('pod_uid'),
      key('container_name', 'text'),
      key('workload_uid'),
      item,
      description,
      ...texts('pod_name'),
      { name: 'node_uid', type: 'uuid', merging: 'known' },
      ...measures(containerMeasures),
    ],
  },
];

/** Rows for the same tables, each of which uses the columns that it has. */
export const ledgerGroups = {
  cluster: clusterTables,
  namespaces: namespaceTables,
  owners: workloadTables,
  quantities: quantityTables,
  nodes: nodeTables,
  containers: containerTables,
} as const satisfies Record<string, readonly LedgerTable[]>;

export type GroupName = keyof typeof ledgerGroups;

export const groupNames = Object.keys(ledgerGroups) as GroupName[];
