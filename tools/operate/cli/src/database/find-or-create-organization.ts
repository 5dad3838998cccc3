import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { demoId, demoName } from '../demo/demo-name.ts';
import { isUuid } from '../uuid.ts';
import { findOrganization } from './find-organization.ts';

/** Finds an organization by id or name; creates it if no organization has this name. */
export async function findOrCreateOrganization(
  db: Kysely<Warehouse>,
  reference: string,
): Promise<{ id: string; name: string }> {
  if (!isUuid(reference)) {
    await db
      .insertInto('organizations')
      .values({ name: reference, ...(reference === demoName ? { id: demoId } : {}) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  }
  return findOrganization(db, reference);
}
