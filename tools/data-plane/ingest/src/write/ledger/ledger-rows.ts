import { type LedgerIncrement } from '../../accrue/accrue.ts';
import { type Interval } from '../../accrue/interval.ts';
import { type LedgerOwner } from '../../accrue/ledger-state.ts';
import { type FigureTable, type Measure } from '../../accrue/measures.ts';
import { type ItemFacts, type PricedItem } from '../../accrue/priced-item.ts';
import { ledgerGroups, type GroupName, type LedgerTable } from './ledger-columns.ts';

/**
 * The value of a column in a row. A figure is an integer in the last digit of its measure; covered
 * time is a list of intervals; `priced_item_id` is the key of the item, null if unknown.
 */
export type LedgerValue =
  | bigint
  | number
  | string
  | boolean
  | null
  | readonly (string | undefined)[]
  | readonly number[]
  | readonly Interval[];

/** Values by column and row. */
export interface RowGroup {
  readonly count: number;
  readonly columns: ReadonlyMap<string, readonly LedgerValue[]>;
}

/** Rows to add to the ledger, with descriptions; later rows of a group are newer. */
export interface LedgerRows {
  /** Priced items by key. */
  readonly items: ReadonlyMap<string, ItemFacts>;
  readonly groups: Readonly<Record<GroupName, RowGroup>>;
  /**
   * The time of all rows, whose figures are per millisecond. If null, figures are totals, and a row
   * has a `day`, and `hours` if its tables have any: it is added to each of them.
   */
  readonly interval: Interval | null;
}

export interface Described {
  /** Name and metadata of the cluster. */
  readonly identity: Readonly<Record<string, string>>;
  /** Ids of descriptions by uid of the owner. */
  readonly descriptions: ReadonlyMap<string, string>;
}

/** The rows of an increment. */
export function listRows(
  increment: LedgerIncrement,
  { identity, descriptions }: Described,
): LedgerRows {
  const covered = () => [increment.interval];
  const describedAs = ({ owner }: { owner: LedgerOwner }) => descriptions.get(owner.uid) ?? null;
  const itemKey = ({ item }: { item: PricedItem | null }) => item?.key ?? null;
  const identityColumns = Object.fromEntries(
    Object.entries(identity).map(([name, value]) => [name, () => value]),
  );
  return {
    items: listItems(increment),
    interval: increment.interval,
    groups: {
      cluster: toGroup('cluster', increment.cluster, {
        ...identityColumns,
        ...clusterColumns,
        covered,
      }),
      namespaces: toGroup('namespaces', increment.namespaces, {
        description_id: describedAs,
        description_ids: ({ owner }) => [descriptions.get(owner.uid)],
        namespace: ({ owner }) => owner.namespace,
      }),
      owners: toGroup('owners', increment.owners, {
        description_id: describedAs,
        workload_uid: ({ owner }) => owner.uid,
      }),
      quantities: toGroup('quantities', increment.quantities, {
        owner_uid: ({ ownerUid }) => ownerUid,
        description_id: ({ ownerUid }) => descriptions.get(ownerUid) ?? noDescription,
        priced_item_id: itemKey,
      }),
      nodes: toGroup('nodes', increment.nodes, {
        ...nodeColumns,
        priced_item_id: itemKey,
        covered,
      }),
      containers: toGroup('containers', increment.containers, {
        ...containerColumns,
        description_id: describedAs,
        priced_item_id: itemKey,
      }),
    },
  };
}

/** The columns of the tables by name. */
export const indexColumns = (tables: readonly LedgerTable[]) =>
  new Map(tables.flatMap(({ columns }) => columns).map((column) => [column.name, column]));

/**
 * Returns a function that computes the key of a row from its key columns. NUL is a safe separator,
 * because no text in the database contains it.
 */
export function rowKeys(
  columns: readonly (readonly [name: string, values: readonly LedgerValue[]])[],
): (row: number) => string {
  const values = columns.map(
    ([, rowValues]) => rowValues as readonly (string | number | number[])[],
  );
  return (row) => {
    let key = '';
    for (const rowValues of values) key += `${String(rowValues[row])}\0`;
    return key;
  };
}

/** How the values of columns are computed from a row; figures have their own names. */
type Columns<Row> = Readonly<Record<string, (row: Row) => LedgerValue>>;
type Row<Name extends GroupName> = LedgerIncrement[Name]['rows'][number];

function toGroup<Row, Name extends Measure>(
  name: GroupName,
  { rows, figures }: FigureTable<Row, Name>,
  columns: Columns<Row>,
): RowGroup {
  const values = new Map<string, readonly LedgerValue[]>();
  for (const column of indexColumns(ledgerGroups[name]).keys()) {
    const value = columns[column];
    values.set(column, value ? rows.map(value) : figures[column as Name]);
  }
  return { count: rows.length, columns: values };
}

const clusterColumns: Columns<Row<'cluster'>> = {
  is_compute_partial: (row) => row.is_compute_partial,
  is_storage_partial: (row) => row.is_storage_partial,
  is_compute_unpriceable: (row) => row.is_compute_unpriceable,
  is_storage_unpriceable: (row) => row.is_storage_unpriceable,
  compute_pricing_sources: (row) => row.compute_pricing_sources,
  storage_pricing_sources: (row) => row.storage_pricing_sources,
};

const nodeColumns: Columns<Row<'nodes'>> = {
  node_uid: ({ node }) => node.uid,
  node_group: ({ node }) => node.node_group,
  name: ({ node }) => node.name,
  instance_type: ({ node }) => node.instance_type,
  availability_zone: ({ node }) => node.availability_zone,
  capacity_type: ({ node }) => node.capacity_type,
  architecture: ({ node }) => node.architecture,
};

const containerColumns: Columns<Row<'containers'>> = {
  pod_uid: (row) => row.pod_uid,
  pod_name: (row) => row.pod_name,
  container_name: (row) => row.container_name,
  workload_uid: ({ owner }) => owner.uid,
  node_uid: (row) => row.node_uid,
};

/** For volumes without a claim. */
const noDescription = '0';

function listItems({ quantities, nodes }: LedgerIncrement): Map<string, ItemFacts> {
  return new Map([...quantities.rows, ...nodes.rows].map(({ item }) => [item.key, item.facts]));
}
