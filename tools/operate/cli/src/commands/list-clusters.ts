import { withDatabase } from '../database/command-database.ts';
import { findOrganization } from '../database/find-organization.ts';
import { printJson, printTable } from '../print.ts';

export interface ListClustersOptions {
  org: string;
  json?: boolean;
}

/** Lists the clusters of an organization, sorted by name. */
export async function listClusters({ org, json }: ListClustersOptions): Promise<void> {
  const clusters = await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const { id } = await findOrganization(db, org);
      return db
        .selectFrom('clusters')
        .select(['id', 'name', 'environment', 'status', 'provider', 'last_seen_at', 'created_at'])
        .where('organization_id', '=', id)
        .orderBy('name')
        .execute();
    },
    { organization: org },
  );
  if (json) {
    printJson(clusters);
    return;
  }
  printTable(
    ['ID', 'NAME', 'ENVIRONMENT', 'STATUS', 'PROVIDER', 'LAST SEEN AT'],
    clusters.map(({ id, name, environment, status, provider, last_seen_at }) => [
      id,
      name,
      environment,
      status,
      provider,
      last_seen_at?.toISOString() ?? '',
    ]),
  );
}
