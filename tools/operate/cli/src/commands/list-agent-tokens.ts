import { withDatabase } from '../database/command-database.ts';
import { findOrganization } from '../database/find-organization.ts';
import { printJson, printTable } from '../print.ts';

export async function listAgentTokens({ org, json }: { org: string; json?: boolean }) {
  const tokens = await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const { id } = await findOrganization(db, org);
      return db
        .selectFrom('agent_tokens as token')
        .innerJoin('clusters as cluster', (join) =>
          join
            .onRef('cluster.organization_id', '=', 'token.organization_id')
            .onRef('cluster.id', '=', 'token.cluster_id'),
        )
        .select(['token.id', 'token.cluster_id', 'cluster.name as cluster_name'])
        .select([
          'token.token_hint',
          'cluster.last_seen_at',
          'token.created_at',
          'token.revoked_at',
        ])
        .where('token.organization_id', '=', id)
        .orderBy('token.created_at')
        .orderBy('token.id')
        .execute();
    },
    { organization: org },
  );
  if (json) {
    printJson(tokens);
    return;
  }
  printTable(
    ['ID', 'CLUSTER', 'TOKEN', 'LAST REPORT', 'STATE'],
    tokens.map(({ id, cluster_name, token_hint, last_seen_at, revoked_at }) => [
      id,
      cluster_name,
      `${token_hint}...`,
      // The time is that of the cluster, which may have had several tokens.
      revoked_at === null ? (last_seen_at?.toISOString() ?? 'none') : '-',
      revoked_at === null ? 'valid' : `revoked ${revoked_at.toISOString()}`,
    ]),
  );
}
