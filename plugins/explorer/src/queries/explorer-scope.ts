import { anyOf, inClusters, onOneServer } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';

/** What a request may read. */
export interface ExplorerScope {
  readonly organizationId: string;
  /** `null`: every cluster of the organization. */
  readonly clusters: readonly string[] | null;
}

/** Common table expression with the clusters of a scope, which `inScope` refers to. */
export const scopeTables = ({ organizationId, clusters }: ExplorerScope): RawBuilder<unknown> =>
  clusters
    ? sql``
    : sql`visible as materialized (
        select id from clusters where organization_id = ${organizationId}),`;

/**
 * For `cluster_id ${isAmongVisible}`: with the ids, a single server uses an index by organization, cluster and
 * time. In a distributed warehouse it is always true, since all workers would have to wait for the ids.
 */
const isAmongVisible = onOneServer('= any(array(select id from visible))', 'is not null');

/** Condition: a row of the ledger is one that the request may read. */
export const inScope = (
  { organizationId, clusters }: ExplorerScope,
  table: string,
): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(`${table}.organization_id`)} = ${organizationId}
  and ${sql.ref(`${table}.cluster_id`)} ${clusters ? sql`= ${anyOf(clusters, 'uuid')}` : isAmongVisible}`;

/** Condition: a cluster or an owner is one that the request may read. */
export const isVisible = (
  { organizationId, clusters }: ExplorerScope,
  table: string,
  cluster = 'cluster_id',
): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(`${table}.organization_id`)} = ${organizationId}
  ${inClusters(`${table}.${cluster}`, clusters)}`;
