import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { CommandError } from '../command-error.ts';
import { isUuid } from '../uuid.ts';

/**
 * Finds a cluster of an organization by id or name.
 *
 * @throws {CommandError} if there is none
 */
export async function findCluster(
  db: Kysely<Warehouse>,
  organization: { id: string; name: string },
  reference: string,
): Promise<{ id: string; name: string }> {
  const found = await db
    .selectFrom('clusters')
    .select(['id', 'name'])
    .where('organization_id', '=', organization.id)
    .where(isUuid(reference) ? 'id' : 'name', '=', reference)
    .executeTakeFirst();
  if (found) return found;
  throw new CommandError(
    `${organization.name} has no cluster "${reference}"; list the existing ones with \`costplane cluster list --org ORG\``,
  );
}
