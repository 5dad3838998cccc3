import { type PoolClient, type QueryResult } from 'pg';

/** The organization that each session was last set to. */
const organizations = new WeakMap<PoolClient, string>();

/**
 * Confines the session to this organization: row-level security compares every row with the setting. If the
 * session already has it, no round trip is needed; a session that could not be set must be closed.
 */
export async function enterOrganization(client: PoolClient, organizationId: string): Promise<void> {
  if (organizations.get(client) === organizationId) return;
  organizations.delete(client);
  await client.query({
    name: 'enter-organization',
    text: "select set_config('costplane.organization_id', $1, false)",
    values: [organizationId],
  });
  organizations.set(client, organizationId);
}

/** Commands that leave no trace in the session after their transaction. */
const sessionPreserving =
  /^(SELECT|BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|DECLARE|FETCH|CLOSE)$/;
/** Effects that outlast a transaction: `set_config` not plainly with `true`, and cursors with hold. */
const lasting = /set_config(?!\s*\([^()]*,\s*true\s*\))|\bhold\b/i;

/**
 * Whether a statement may have changed the session, so that the next request would run with another role,
 * other settings or leftovers of the last one.
 */
export const mayChangeSession = (text: string, { command }: QueryResult): boolean =>
  !sessionPreserving.test(command) || lasting.test(text);
