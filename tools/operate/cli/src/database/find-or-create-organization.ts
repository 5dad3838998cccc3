import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { demoId, demoName } from '../demo/demo-name.ts';
import { isUuid } from '../uuid.ts';
import { findOrganization, onAnotherDatabase } from './find-organization.ts';

/**
 * Finds an organization by id or name; creates it if no organization has this name.
 *
 * @throws {CommandError} if it is on another database
 */
export async function findOrCreateOrganization(
  db: Kysely<Warehouse>,
  reference: string,
): Promise<{ id: string; name: string }> {
  if (!isUuid(reference)) {
    const home = await db
      .selectFrom('organization_homes')
      .select('database')
      .where('name', '=', reference)
      .executeTakeFirst();
    if (home) throw onAnotherDatabase(reference);
    await db
      .insertInto('organizations')
      .values({ name: reference, ...(reference === demoName ? { id: demoId } : {}) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  }
  return findOrganization(db, reference);
}
