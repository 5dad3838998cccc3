import { anyOf, inClusters } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';

/** What a request may see. */
export interface ExplorerScope {
  readonly organizationId: string;
  /** `null`: every cluster of the organization. */
  readonly clusters: readonly string[] | null;
}

/** The clusters of a scope as a common table expression, before those that `inScope` is in. */
export const scopeTables = ({ organizationId, clusters }: ExplorerScope): RawBuilder<unknown> =>
  clusters
    ? sql``
    : sql`visible as materialized (
        select id from clusters where organization_id = ${organizationId}),`;

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
        sql`any(array(select id from visible))`
  }`;

/** The clusters, or the owners, that a request may see. */
export const isVisible = (
  { organizationId, clusters }: ExplorerScope,
  table: string,
  cluster = 'cluster_id',
): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(`${table}.organization_id`)} = ${organizationId}
  ${inClusters(`${table}.${cluster}`, clusters)}`;
