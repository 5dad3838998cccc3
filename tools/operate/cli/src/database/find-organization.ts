import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { CommandError } from '../command-error.ts';
import { isUuid } from '../uuid.ts';

/**
 * Finds an organization by id or name.
 *
 * @throws {CommandError} if there is none, or if it is on another database
 */
export async function findOrganization(
  db: Kysely<Warehouse>,
  reference: string,
): Promise<{ id: string; name: string }> {
  const found = await db
    .selectFrom('organizations')
    .select(['id', 'name', 'is_home'])
    .where(isUuid(reference) ? 'id' : 'name', '=', reference)
    .executeTakeFirst();
  if (found?.is_home) return { id: found.id, name: found.name };
  if (found) throw onAnotherDatabase(found.name);
  throw new CommandError(
    `There is no organization "${reference}"; create it with \`costplane org create\`, or list the existing ones with \`costplane org list\``,
  );
}

export const onAnotherDatabase = (name: string) =>
  new CommandError(
    `${name} is on another database; run this with the config that names it (COSTPLANE_CONFIG)`,
  );
