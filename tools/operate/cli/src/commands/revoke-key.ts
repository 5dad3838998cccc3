import { sql } from 'kysely';
import { CommandError } from '../command-error.ts';
import { confirm } from '../confirm.ts';
import { changeAtHome } from '../database/change-at-home.ts';
import { readCredentialReference } from '../database/credential-reference.ts';
import { printJson, printLines } from '../print.ts';
import { type Json, type Yes } from '../program/options.ts';

/** Revokes a key. A key that is already revoked keeps its time of revocation. */
export async function revokeKey(given: string, { yes, json }: Yes & Json): Promise<void> {
  await confirm('This permanently revokes the key', { yes, isInputRead: given === '-' });
  const reference = await readCredentialReference(given);
  const revoked = await changeAtHome(
    (tx) =>
      tx
        .selectFrom('api_keys')
        .select(['id', 'organization_id'])
        .where((row) =>
          'id' in reference ? row('id', '=', reference.id) : row('key_hash', '=', reference.hash),
        )
        .executeTakeFirst(),
    (tx, { id }) =>
      tx
        .updateTable('api_keys')
        .set({ revoked_at: sql`least(revoked_at, now())` })
        .where('id', '=', id)
        .returning(['id', 'name', 'revoked_at'])
        .executeTakeFirstOrThrow(),
  );
  if (!revoked) {
    throw new CommandError(
      `${'id' in reference ? `There is no valid key with the id ${reference.id}` : 'The argument is neither the id of a key nor a key'}; see the ids with \`costplane key list --org ORG\``,
    );
  }
  if (json) printJson(revoked);
  else printLines(`Revoked key ${revoked.id}; running services refuse it within 10 seconds`);
}
