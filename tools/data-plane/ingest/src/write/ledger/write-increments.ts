import { type LedgerIncrement } from '../../accrue/accrue.ts';
import { type LedgerOwner } from '../../accrue/ledger-state.ts';
import { sumRows } from '../../pending/sum-rows.ts';
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

/** Adds increments to the ledger, oldest first, with the current descriptions of their owners. */
export async function writeIncrements(
  scope: Scope,
  increments: readonly LedgerIncrement[],
  { descriptions = new Map(), isOlder = false }: WriteOptions = {},
): Promise<void> {
  await writeRows(scope, await describeIncrements(scope, increments, descriptions), { isOlder });
}

/** The rows of increments, with the current descriptions of their owners and of the cluster. */
export async function describeIncrements(
  scope: Scope,
  increments: readonly LedgerIncrement[],
  descriptions: Descriptions = new Map(),
): Promise<LedgerRows> {
  const identity = await readClusterIdentity(scope);
  const owned = increments.flatMap(({ namespaces, owners, containers }) => [
    ...namespaces.rows,
    ...owners.rows,
    ...containers.rows,
  ]);
  await describeNew(scope, owned, descriptions);
  const rows = increments.map((increment) => listRows(increment, { identity, descriptions }));
  const [first] = rows;
  return first && rows.length === 1 ? first : sumRows(rows);
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
