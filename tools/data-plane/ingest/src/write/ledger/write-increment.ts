import { formatScaled } from '@costplane/pricing';
import { type InDay, type InHours, type LedgerIncrement } from '../../accrue/increment.ts';
import { type Interval } from '../../accrue/interval.ts';
import { type LedgerOwner } from '../../accrue/ledger-state.ts';
import { storedDecimals, type Figures, type Measure } from '../../accrue/measures.ts';
import { type PricedItem } from '../../accrue/priced-item.ts';
import { type Scope } from '../scope.ts';
import { addRows, type Addition, type Repeats } from './add-rows.ts';
import { insertOwners } from './insert-owners.ts';
import { findPricedItems } from './find-priced-items.ts';
import {
  clusterTables,
  containerTables,
  namespaceTables,
  nodeTables,
  quantityTables,
  workloadTables,
} from './ledger-columns.ts';

/** The ids of descriptions by the uids of owners. */
export type Descriptions = Map<string, string>;

export interface WriteOptions {
  /** Those that the same transaction has made, to which new ones are added. */
  descriptions?: Descriptions;
  /** Whether it is of time before what the ledger has, whose descriptions and facts stay. */
  isOlder?: boolean;
}

/** Adds an increment to the ledger. Who owned it is described as it is now. */
export async function writeIncrement(
  scope: Scope,
  increment: LedgerIncrement,
  { descriptions = new Map(), isOlder = false }: WriteOptions = {},
): Promise<void> {
  const { cluster, namespaces, owners, quantities, nodes, containers } = increment;
  const identity = await readClusterIdentity(scope);
  await describeNew(scope, [...namespaces, ...owners, ...containers], descriptions);
  const items = await findPricedItems(scope, listItems(increment));
  const repeats = repeatsIn(cluster);
  const describedAs = ({ owner }: { owner: LedgerOwner }) => descriptions.get(owner.uid);
  const itemId = ({ item }: { item: PricedItem | null }) =>
    item === null ? noItem : items.get(item.key);
  const identityColumns = Object.fromEntries(
    Object.entries(identity).map(([name, value]) => [name, () => value]),
  );
  const additions = [
    {
      ...toColumns(cluster, { ...identityColumns, ...clusterColumns }),
      tables: clusterTables,
      repeats,
    },
    {
      ...toColumns(namespaces, {
        ...inHours,
        description_id: describedAs,
        description_ids: (row) => [describedAs(row)],
        namespace: ({ owner }) => owner.namespace,
      }),
      tables: namespaceTables,
      repeats,
    },
    {
      ...toColumns(owners, {
        ...inHours,
        description_id: describedAs,
        workload_uid: ({ owner }) => owner.uid,
      }),
      tables: workloadTables,
      repeats,
    },
    {
      ...toColumns(quantities, {
        ...inHours,
        owner_uid: ({ ownerUid }) => ownerUid,
        description_id: ({ ownerUid }) => descriptions.get(ownerUid) ?? noDescription,
        priced_item_id: itemId,
      }),
      tables: quantityTables,
      repeats,
    },
    {
      ...toColumns(nodes, { ...nodeColumns, priced_item_id: itemId }),
      tables: nodeTables,
      repeats,
    },
    {
      ...toColumns(containers, {
        ...containerColumns,
        description_id: describedAs,
        priced_item_id: itemId,
      }),
      tables: containerTables,
      repeats: { hour: false, day: false },
    },
  ];
  await addRows(scope, additions, { isOlder });
}

/** How the values of columns are made of a row; figures are under their own names. */
type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>;
type Row<Name extends keyof LedgerIncrement> = LedgerIncrement[Name][number];

function toColumns<Row extends { figures: Figures }>(
  rows: readonly Row[],
  columns: Columns<Row>,
): Pick<Addition, 'count' | 'valuesOf'> {
  return {
    count: rows.length,
    valuesOf: (name) => rows.map(columns[name] ?? decimal(name as Measure)),
  };
}

function decimal(measure: Measure): (row: { figures: Figures }) => string | null {
  const decimals = storedDecimals(measure);
  // Replicas ask for the same, one after the other.
  let last: { figure: bigint; text: string } | undefined;
  return ({ figures }) => {
    const figure = figures[measure];
    if (figure === null || figure === undefined) return null;
    if (figure !== last?.figure) last = { figure, text: formatScaled(figure, decimals) };
    return last.text;
  };
}

const inDay: Columns<InDay> = { day: ({ day }) => new Date(day).toISOString().slice(0, 10) };
const inHours: Columns<InHours> = {
  ...inDay,
  hours: ({ hours }) => hours.map((hour) => new Date(hour).toISOString()),
};

const clusterColumns: Columns<Row<'cluster'>> = {
  ...inHours,
  is_compute_partial: (row) => row.is_compute_partial,
  is_storage_partial: (row) => row.is_storage_partial,
  is_compute_unpriceable: (row) => row.is_compute_unpriceable,
  is_storage_unpriceable: (row) => row.is_storage_unpriceable,
  compute_pricing_sources: (row) => row.compute_pricing_sources,
  storage_pricing_sources: (row) => row.storage_pricing_sources,
  covered: ({ covered }) => multirange(covered),
};

const nodeColumns: Columns<Row<'nodes'>> = {
  ...inHours,
  node_uid: ({ node }) => node.uid,
  node_group: ({ node }) => node.node_group,
  name: ({ node }) => node.name,
  instance_type: ({ node }) => node.instance_type,
  availability_zone: ({ node }) => node.availability_zone,
  capacity_type: ({ node }) => node.capacity_type,
  architecture: ({ node }) => node.architecture,
  covered: ({ covered }) => multirange(covered),
};

const containerColumns: Columns<Row<'containers'>> = {
  ...inDay,
  pod_uid: (row) => row.pod_uid,
  pod_name: (row) => row.pod_name,
  container_name: (row) => row.container_name,
  workload_uid: ({ owner }) => owner.uid,
  node_uid: (row) => row.node_uid,
};

/** Of containers whose node is not known. */
const noItem = '0';
/** Of volumes that nobody claims. */
const noDescription = '0';

function listItems({ quantities, nodes }: LedgerIncrement): PricedItem[] {
  const items = [...quantities, ...nodes].map(({ item }) => item);
  return [...new Map(items.map((item) => [item.key, item])).values()];
}

/** What a cluster is called on the days of its rows. */
const readClusterIdentity = ({ tx, organizationId, clusterId }: Scope) =>
  tx
    .selectFrom('clusters')
    .select(['name', 'provider', 'service', 'region', 'environment'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', clusterId)
    .executeTakeFirstOrThrow();

async function describeNew(
  scope: Scope,
  rows: readonly { owner: LedgerOwner }[],
  descriptions: Descriptions,
): Promise<void> {
  const owners = new Map(rows.map(({ owner }) => [owner.uid, owner]));
  for (const uid of descriptions.keys()) owners.delete(uid);
  if (owners.size === 0) return;
  for (const [uid, id] of await insertOwners(scope, [...owners.values()])) {
    descriptions.set(uid, id);
  }
}

/** Every hour and day of an increment has a row of the cluster. */
function repeatsIn(cluster: LedgerIncrement['cluster']): Repeats {
  const isRepeated = (buckets: readonly number[]) => new Set(buckets).size < buckets.length;
  return {
    hour: isRepeated(cluster.flatMap(({ hours }) => hours)),
    day: isRepeated(cluster.map(({ day }) => day)),
  };
}

const multirange = ({ from, to }: Interval) =>
  `{[${new Date(from).toISOString()},${new Date(to).toISOString()})}`;
