import { sql } from 'kysely';
import { CommandError } from '../command-error.ts';
import { withDatabase } from '../database/command-database.ts';
import { printJson, printLines } from '../print.ts';
import { isUuid } from '../uuid.ts';

/** Ends a key. One that was revoked before stays revoked since then. */
export async function revokeKey(id: string, { json }: { json?: boolean }): Promise<void> {
  if (!isUuid(id)) throw unknownKey(id);
  const revoked = await withDatabase((database) =>
    database
      .as('owner')
      .updateTable('api_keys')
      .set({ revoked_at: sql`coalesce(revoked_at, now())` })
      .where('id', '=', id)
      .returning(['id', 'name', 'revoked_at'])
      .executeTakeFirst(),
  );
  if (!revoked) throw unknownKey(id);
  if (json) printJson(revoked);
  else printLines(`Revoked key ${id}; running services refuse it within 10 seconds`);
}

/** What was given may be the key itself, so it is not repeated. */
const unknownKey = (given: string) =>
  new CommandError(
    `There is no key with ${isUuid(given) ? `the id ${given}` : 'such an id'}; see the ids with \`costplane key list --org ORG\``,
  );
