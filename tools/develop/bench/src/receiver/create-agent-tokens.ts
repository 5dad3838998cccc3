import { agentToken, hashCredential } from '@costplane/kernel';
import { type Client } from 'pg';

/** Clusters of an organization, each with the token of its agent. */
export async function createAgentTokens(
  client: Client,
  organizationId: string,
  count: number,
): Promise<{ readonly clusterIds: readonly string[]; readonly tokens: readonly string[] }> {
  const { rows } = await client.query<{ id: string }>(
    `insert into clusters (organization_id, name)
      select $1, 'cluster-' || n from generate_series(1, $2::integer) n returning id`,
    [organizationId, count],
  );
  const clusterIds = rows.map(({ id }) => id);
  const tokens = clusterIds.map(() => agentToken.mint());
  for (const [agent, token] of tokens.entries()) {
    await client.query(
      `insert into agent_tokens (organization_id, cluster_id, token_hash, token_hint)
        values ($1, $2, $3, $4)`,
      [organizationId, clusterIds[agent], hashCredential(token), agentToken.hint(token)],
    );
  }
  return { clusterIds, tokens };
}
