import { inClusters } from '@costplane/plugin-api/listing';
import { notFound, requireAllowed } from '@costplane/plugin-api';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type LegacyRows } from './tables.ts';

/** The organization and clusters that a request covers. */
export interface Scope {
  readonly organizationId: string;
  /** `null` means every cluster of the organization. */
  readonly clusters: readonly string[] | null;
}

/** The part of a handler's context that identifies the caller. */
interface Caller {
  readonly db: Kysely<LegacyRows>;
  readonly organization: { readonly id: string };
  readonly allowedClusters: readonly string[] | null;
}

/**
 * The scope of a request: the cluster that it names, which must exist (404) and be in the
 * allow-list (403), or every cluster that the key may read.
 */
export async function readScope(caller: Caller, clusterId: string | undefined): Promise<Scope> {
  const { db, organization, allowedClusters } = caller;
  const organizationId = organization.id;
  if (clusterId === undefined) return { organizationId, clusters: allowedClusters };
  const cluster = await db
    .selectFrom('clusters')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', clusterId)
    .executeTakeFirst();
  if (!cluster) throw notFound('CLUSTER_NOT_FOUND', 'cluster_id');
  requireAllowed(clusterId, allowedClusters);
  return { organizationId, clusters: [clusterId] };
}

/** Restricts a table, given by its alias, to the scope. */
export const inScope = (
  { organizationId, clusters }: Scope,
  alias: string,
): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(`${alias}.organization_id`)} = ${organizationId}::uuid
  ${inClusters(`${alias}.cluster_id`, clusters)}`;
