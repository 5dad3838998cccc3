import { formatScaled } from '@costplane/pricing';
import type { InDay, InHours, LedgerIncrement } from '../../accrue/increment.ts';
import type { Interval } from '../../accrue/interval.ts';
import type { LedgerOwner } from '../../accrue/ledger-state.ts';
import { decimalsOf, type Figures, type Measure } from '../../accrue/measures.ts';
import type { PricedItem } from '../../accrue/priced-item.ts';
import type { Scope } from '../scope.ts';
import { addRows, type Repeats } from './add-rows.ts';
import { describeOwners } from './describe-owners.ts';
import { findPricedItems } from './find-priced-items.ts';
import type { LedgerRecord } from './given-rows.ts';
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
  const items = await findPricedItems(scope, itemsOf(increment));
  const repeats = repeatsIn(cluster);
  const additions = [
    {
      tables: clusterTables,
      rows: cluster.map((row) => ({ ...identity, ...clusterRow(row) })),
      repeats,
    },
    {
      tables: namespaceTables,
      rows: namespaces.map((row) => ({
        ...ownerRow(row, descriptions),
        namespace: row.owner.namespace,
      })),
      repeats,
    },
    {
      tables: workloadTables,
      rows: owners.map((row) => ({ ...ownerRow(row, descriptions), workload_uid: row.owner.uid })),
      repeats,
    },
    { tables: quantityTables, rows: quantities.map((row) => quantityRow(row, items)), repeats },
    { tables: nodeTables, rows: nodes.map((row) => nodeRow(row, items)), repeats },
    {
      tables: containerTables,
      rows: containers.map((row) => containerRow(row, descriptions, items)),
      repeats: { hour: false, day: false },
    },
  ];
  await addRows(scope, additions, { isOlder });
}

/** The ids of priced items by their keys. */
type Items = ReadonlyMap<string, string>;
type Row<Name extends keyof LedgerIncrement> = LedgerIncrement[Name][number];

function clusterRow({ figures, covered, ...facts }: Row<'cluster'>): LedgerRecord {
  return { ...facts, ...inHours(facts), covered: multirange(covered), ...decimals(figures) };
}

function ownerRow(
  { owner, figures, ...when }: Row<'owners'>,
  descriptions: Descriptions,
): LedgerRecord {
  return { ...inHours(when), description_id: descriptions.get(owner.uid), ...decimals(figures) };
}

function quantityRow({ ownerUid, item, figures, ...when }: Row<'quantities'>, items: Items) {
  return {
    ...inHours(when),
    owner_uid: ownerUid,
    priced_item_id: items.get(item.key),
    ...decimals(figures),
  };
}

function nodeRow(
  { node, item, figures, covered, ...when }: Row<'nodes'>,
  items: Items,
): LedgerRecord {
  return {
    ...inHours(when),
    node_uid: node.uid,
    node_group: node.node_group,
    name: node.name,
    instance_type: node.instance_type,
    availability_zone: node.availability_zone,
    capacity_type: node.capacity_type,
    architecture: node.architecture,
    priced_item_id: items.get(item.key),
    covered: multirange(covered),
    ...decimals(figures),
  };
}

function containerRow(
  { owner, pod_uid, pod_name, container_name, node_uid, item, figures, ...when }: Row<'containers'>,
  descriptions: Descriptions,
  items: Items,
): LedgerRecord {
  return {
    ...inDay(when),
    pod_uid,
    pod_name,
    container_name,
    workload_uid: owner.uid,
    description_id: descriptions.get(owner.uid),
    node_uid,
    priced_item_id: item === null ? noItem : items.get(item.key),
    ...decimals(figures),
  };
}

/** Of containers whose node is not known. */
const noItem = '0';

function itemsOf({ quantities, nodes }: LedgerIncrement): PricedItem[] {
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
  for (const [uid, id] of await describeOwners(scope, [...owners.values()])) {
    descriptions.set(uid, id);
  }
}

const inDay = ({ day }: InDay) => ({ day: new Date(day).toISOString().slice(0, 10) });
const inHours = ({ day, hours }: InHours) => ({
  ...inDay({ day }),
  hours: hours.map((hour) => new Date(hour).toISOString()),
});

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

function decimals(figures: Figures): Record<string, string | null> {
  const texts: Record<string, string | null> = {};
  for (const measure of Object.keys(figures) as Measure[]) {
    const figure = figures[measure] ?? null;
    texts[measure] = figure === null ? null : formatScaled(figure, decimalsOf(measure));
  }
  return texts;
}
