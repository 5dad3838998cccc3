import { sql } from 'kysely';
import { CommandError } from '../command-error.ts';
import { confirm } from '../confirm.ts';
import { changeAtHome } from '../database/change-at-home.ts';
import { readCredentialReference } from '../database/credential-reference.ts';
import { printJson, printLines } from '../print.ts';
import { type Json, type Yes } from '../program/options.ts';

/** Revokes an agent token. A token that is already revoked keeps its time of revocation. */
export async function revokeAgentToken(given: string, { yes, json }: Yes & Json): Promise<void> {
  await confirm('This permanently revokes the agent token', { yes, isInputRead: given === '-' });
  const reference = await readCredentialReference(given);
  const revoked = await changeAtHome(
    (tx) =>
      tx
        .selectFrom('agent_tokens')
        .select(['id', 'organization_id'])
        .where((row) =>
          'id' in reference ? row('id', '=', reference.id) : row('token_hash', '=', reference.hash),
        )
        .executeTakeFirst(),
    (tx, { id }) =>
      tx
        .updateTable('agent_tokens')
        .set({ revoked_at: sql`least(revoked_at, now())` })
        .where('id', '=', id)
        .returning(['id', 'cluster_id', 'revoked_at'])
        .executeTakeFirstOrThrow(),
  );
  if (!revoked) {
    throw new CommandError(
      `${'id' in reference ? `There is no agent token with the id ${reference.id}` : 'The argument is neither the id of an agent token nor an agent token'}; see the ids with \`costplane agent-token list --org ORG\``,
    );
  }
  if (json) printJson(revoked);
  else
    printLines(`Revoked agent token ${revoked.id}; running receivers refuse it within 5 seconds`);
}
