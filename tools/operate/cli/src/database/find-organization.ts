import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { CommandError } from '../command-error.ts';
import { isUuid } from '../uuid.ts';

/**
 * Finds an organization by id or name.
 *
 * @throws {CommandError} if there is none
 */
export async function findOrganization(
  db: Kysely<Warehouse>,
  reference: string,
): Promise<{ id: string; name: string }> {
  const found = await db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where(isUuid(reference) ? 'id' : 'name', '=', reference)
    .executeTakeFirst();
  if (found) return found;
  throw new CommandError(
    `There is no organization "${reference}"; create it with \`costplane org create\`, or list the existing ones with \`costplane org list\``,
  );
}
