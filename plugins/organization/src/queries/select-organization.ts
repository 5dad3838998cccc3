import { type Kysely } from 'kysely';
import { type OrganizationRows } from '../tables.ts';

export function selectOrganization(db: Kysely<OrganizationRows>, organizationId: string) {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'domain', 'plan_type', 'is_active', 'created_at'])
    .where('id', '=', organizationId);
}
