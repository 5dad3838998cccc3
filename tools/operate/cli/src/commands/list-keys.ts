import { withDatabase } from '../database/command-database.ts';
import { findOrganization } from '../database/find-organization.ts';
import { printJson, printTable } from '../print.ts';

export async function listKeys({ org, json }: { org: string; json?: boolean }): Promise<void> {
  const keys = await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const { id } = await findOrganization(db, org);
      return db
        .selectFrom('api_keys')
        .select(['id', 'name', 'key_hint', 'scopes', 'allowed_cluster_ids', 'requests_per_minute'])
        .select(['created_at', 'revoked_at'])
        .where('organization_id', '=', id)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
    },
    { organization: org },
  );
  if (json) {
    printJson(keys);
    return;
  }
  printTable(
    ['ID', 'NAME', 'KEY', 'CLUSTERS', 'STATE', 'SCOPES'],
    keys.map(({ id, name, key_hint, allowed_cluster_ids, revoked_at, scopes }) => [
      id,
      name,
      `${key_hint}...`,
      allowed_cluster_ids === null ? 'all' : String(allowed_cluster_ids.length),
      revoked_at === null ? 'valid' : `revoked ${revoked_at.toISOString()}`,
      scopes.join(' '),
    ]),
  );
}
