import { type LedgerIncrement } from '../../accrue/increment.ts';
import { type LedgerOwner } from '../../accrue/ledger-state.ts';
import { type Scope } from '../scope.ts';
import { insertOwners } from './insert-owners.ts';
import { listRows, type LedgerRows } from './ledger-rows.ts';
import { writeRows } from './write-rows.ts';

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
  await writeRows(scope, await describeIncrement(scope, increment, descriptions), { isOlder });
}

/** The rows that an increment adds. Who owned it, and the cluster, are described as they are now. */
export async function describeIncrement(
  scope: Scope,
  increment: LedgerIncrement,
  descriptions: Descriptions = new Map(),
): Promise<LedgerRows> {
  const { namespaces, owners, containers } = increment;
  const identity = await readClusterIdentity(scope);
  await describeNew(scope, [...namespaces, ...owners, ...containers], descriptions);
  return listRows(increment, { identity, descriptions });
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
