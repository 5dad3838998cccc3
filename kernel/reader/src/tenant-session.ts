import { type PoolClient, type QueryConfig, type QueryResult } from 'pg';

/** The organization that a session is set to, as this process last set it. */
const organizationOf = new WeakMap<PoolClient, string>();

/**
 * From now on the session sees this organization and no other: row-level security compares every row
 * with this setting. A session that already has it saves the round trip; one that could not be set
 * must be closed.
 */
export async function enterOrganization(client: PoolClient, organizationId: string): Promise<void> {
  if (organizationOf.get(client) === organizationId) return;
  organizationOf.delete(client);
  await client.query({
    name: 'enter-organization',
    text: "select set_config('costplane.organization_id', $1, false)",
    values: [organizationId],
  });
  organizationOf.set(client, organizationId);
}

/**
 * Sends a statement in the driver's callback style. Its promise style keeps the rows of an answer
 * alive across garbage collections, which for a page of 100 rows cost a quarter of the request.
 */
export function send(
  client: PoolClient,
  statement: QueryConfig,
  explain: (failure: unknown) => Error,
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(statement, (error: Error | null, result: QueryResult) => {
      if (error) reject(explain(error));
      else resolve(result);
    });
  });
}
