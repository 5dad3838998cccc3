import { sql } from 'kysely';
import { CommandError } from '../command-error.ts';
import { withDatabase } from '../database/command-database.ts';
import { printJson, printLines } from '../print.ts';
import { isUuid } from '../uuid.ts';

/** Ends an agent token. One that was revoked before stays revoked since then. */
export async function revokeAgentToken(id: string, { json }: { json?: boolean }): Promise<void> {
  if (!isUuid(id)) throw unknownToken(id);
  const revoked = await withDatabase((database) =>
    database
      .as('owner')
      .updateTable('agent_tokens')
      .set({ revoked_at: sql`coalesce(revoked_at, now())` })
      .where('id', '=', id)
      .returning(['id', 'cluster_id', 'revoked_at'])
      .executeTakeFirst(),
  );
  if (!revoked) throw unknownToken(id);
  if (json) printJson(revoked);
  else printLines(`Revoked agent token ${id}; running receivers refuse it within 5 seconds`);
}

/** What was given may be the token itself, so it is not repeated. */
const unknownToken = (given: string) =>
  new CommandError(
    `There is no agent token with ${isUuid(given) ? `the id ${given}` : 'such an id'}; see the ids with \`costplane agent-token list --org ORG\``,
  );
