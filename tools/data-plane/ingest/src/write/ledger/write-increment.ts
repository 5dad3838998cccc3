import { type LedgerIncrement } from '../../accrue/increment.ts';
import { type LedgerOwner } from '../../accrue/ledger-state.ts';
import { type Scope } from '../scope.ts';
import { insertOwners } from './insert-owners.ts';
import { listRows, type LedgerRows } from './ledger-rows.ts';
import { writeRows } from './write-rows.ts';

/** Ids of descriptions by uid of the owner. */
export type Descriptions = Map<string, string>;

export interface WriteOptions {
  /** Descriptions created by the same transaction; new ones are added to them. */
  descriptions?: Descriptions;
  /** Whether it covers a time before the existing rows, whose descriptions and facts stay. */
  isOlder?: boolean;
}

/** Adds an increment to the ledger, with the current descriptions of its owners. */
export async function writeIncrement(
  scope: Scope,
  increment: LedgerIncrement,
  { descriptions = new Map(), isOlder = false }: WriteOptions = {},
): Promise<void> {
  await writeRows(scope, await describeIncrement(scope, increment, descriptions), { isOlder });
}

/** The rows of an increment, with the current descriptions of its owners and of the cluster. */
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

/** Metadata of the cluster for its daily rows. */
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
