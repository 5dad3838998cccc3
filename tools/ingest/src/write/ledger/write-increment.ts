import { formatScaled } from '@costplane/pricing';
import type { InDay, InHours, LedgerIncrement } from '../../accrue/increment.ts';
import type { Interval } from '../../accrue/interval.ts';
import type { LedgerOwner } from '../../accrue/ledger-state.ts';
import { decimalsOf, type Figures, type Measure } from '../../accrue/measures.ts';
import type { Scope } from '../scope.ts';
import { addRows, type Adding, type Repeats } from './add-rows.ts';
import { describeOwners } from './describe-owners.ts';
import {
  clusterTables,
  containerTables,
  namespaceTables,
  nodeTables,
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
  { cluster, namespaces, owners, nodes, containers }: LedgerIncrement,
  { descriptions = new Map(), isOlder = false }: WriteOptions = {},
): Promise<void> {
  const identity = await readClusterIdentity(scope);
  await describeNew(scope, [...namespaces, ...owners, ...containers], descriptions);
  const adding: Adding = { repeats: repeatsIn(cluster), isOlder };
  const description_id = ({ uid }: LedgerOwner) => descriptions.get(uid);

  await addRows(
    scope,
    clusterTables,
    cluster.map(({ figures, covered, ...facts }) => ({
      ...identity,
      ...facts,
      ...inHours(facts),
      covered: multirange(covered),
      ...decimals(figures),
    })),
    adding,
  );
  await addRows(
    scope,
    namespaceTables,
    namespaces.map(({ owner, figures, ...when }) => ({
      ...inHours(when),
      namespace: owner.namespace,
      description_id: description_id(owner),
      ...decimals(figures),
    })),
    adding,
  );
  await addRows(
    scope,
    workloadTables,
    owners.map(({ owner, figures, ...when }) => ({
      ...inHours(when),
      workload_uid: owner.uid,
      description_id: description_id(owner),
      ...decimals(figures),
    })),
    adding,
  );
  await addRows(
    scope,
    nodeTables,
    nodes.map(({ node, figures, covered, ...when }) => ({
      ...inHours(when),
      node_uid: node.uid,
      node_group: node.node_group,
      name: node.name,
      instance_type: node.instance_type,
      availability_zone: node.availability_zone,
      capacity_type: node.capacity_type,
      architecture: node.architecture,
      covered: multirange(covered),
      ...decimals(figures),
    })),
    adding,
  );
  await addRows(
    scope,
    containerTables,
    containers.map(({ owner, figures, pod_uid, pod_name, container_name, node_uid, ...when }) => ({
      ...inDay(when),
      pod_uid,
      pod_name,
      container_name,
      workload_uid: owner.uid,
      description_id: description_id(owner),
      node_uid,
      ...decimals(figures),
    })),
    { repeats: { hour: false, day: false }, isOlder },
  );
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
