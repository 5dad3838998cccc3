import { anyOf } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';

/** What a request may see. */
export interface ExplorerScope {
  readonly organizationId: string;
  /** `null`: every cluster of the organization. */
  readonly clusters: readonly string[] | null;
}

/** The rows of a table of the ledger that a request may see. */
export const inScope = (
  { organizationId, clusters }: ExplorerScope,
  table: string,
): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(`${table}.organization_id`)} = ${organizationId}
  and ${sql.ref(`${table}.cluster_id`)} = ${
    clusters
      ? anyOf(clusters, 'uuid')
      : // By their ids, since rows are found by organization, cluster and day.
        sql`any(array(select id from clusters where organization_id = ${organizationId}))`
  }`;
