import { type Warehouse } from '@costplane/warehouse';
import { type Transaction } from 'kysely';
import { withDatabase } from './command-database.ts';
import { readOtherDatabases } from './homes.ts';
import { requireWritable } from './require-writable.ts';

/**
 * Changes something of an organization on the database where that is at home. The rows that a move
 * has left on another are nobody's any more.
 *
 * @returns undefined if no database has it
 * @throws {CommandError} if the organization is being moved
 */
export async function changeAtHome<Found extends { organization_id: string }, Changed>(
  find: (tx: Transaction<Warehouse>) => Promise<Found | undefined>,
  change: (tx: Transaction<Warehouse>, found: Found) => Promise<Changed>,
): Promise<Changed | undefined> {
  const changeHere = async (tx: Transaction<Warehouse>) => {
    const found = await find(tx);
    if (!found || !(await isAtHome(tx, found.organization_id))) return undefined;
    await requireWritable(tx, found.organization_id);
    return change(tx, found);
  };
  for (const home of [undefined, ...(await readOtherDatabases())]) {
    const changed = await withDatabase(
      (database) => database.as('owner').transaction().execute(changeHere),
      { home },
    );
    if (changed !== undefined) return changed;
  }
  return undefined;
}

async function isAtHome(tx: Transaction<Warehouse>, organizationId: string): Promise<boolean> {
  const { is_home } = await tx
    .selectFrom('organizations')
    .select('is_home')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return is_home;
}
