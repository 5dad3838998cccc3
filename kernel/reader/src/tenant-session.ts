import { type PoolClient, type QueryResult } from 'pg';

/** The organization that a session is set to, as this process last set it. */
const organizations = new WeakMap<PoolClient, string>();

/**
 * From now on the session sees this organization and no other: row-level security compares every row
 * with this setting. A session that already has it saves the round trip; one that could not be set
 * must be closed.
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

/** Commands that leave a session as they found it once their transaction has ended. */
const sessionPreserving =
  /^(SELECT|BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|DECLARE|FETCH|CLOSE)$/;
/** Whatever is not plainly `set_config(name, value, true)`, and a cursor with hold: these outlast a transaction. */
const lasting = /set_config(?!\s*\([^()]*,\s*true\s*\))|\bhold\b/i;

/**
 * Whether the session may no longer be what it was before a statement: its next request would run
 * in another role, with other settings or in sight of what the last one left there.
 */
export const mayChangeSession = (text: string, { command }: QueryResult): boolean =>
  !sessionPreserving.test(command) || lasting.test(text);
