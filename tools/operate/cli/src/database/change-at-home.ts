import { type Warehouse, WarehouseError } from '@costplane/warehouse';
import { type Transaction } from 'kysely';
import { withDatabase } from './command-database.ts';
import { readOtherDatabases } from './homes.ts';
import { requireWritable } from './require-writable.ts';

/**
 * Changes data of an organization on its home database. Rows that a move has left on other
 * databases are ignored.
 *
 * @returns undefined if no database has the row
 * @throws {CommandError} if the organization is being moved
 * @throws {WarehouseError} if a database cannot be reached, and no other has the row
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
  let unreachable: WarehouseError | undefined;
  for (const home of [undefined, ...(await readOtherDatabases())]) {
    try {
      const changed = await withDatabase(
        (database) => database.as('owner').transaction().execute(changeHere),
        { home },
      );
      if (changed !== undefined) return changed;
    } catch (error) {
      if (!(error instanceof WarehouseError)) throw error;
      unreachable ??= error;
    }
  }
  if (unreachable) throw unreachable;
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
