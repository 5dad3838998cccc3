import { type Warehouse } from '@costplane/warehouse';
import { type Insertable, type Kysely } from 'kysely';

export async function insertOrganization(
  db: Kysely<Warehouse>,
  organization: Insertable<Warehouse['organizations']>,
) {
  return db
    .insertInto('organizations')
    .values(organization)
    .returning(['id', 'name', 'domain', 'plan_type', 'currency', 'is_active', 'created_at'])
    .executeTakeFirstOrThrow();
}
