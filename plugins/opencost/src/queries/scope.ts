import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type OpencostRows } from '../tables.ts';

/** The clusters that a request may see. */
export interface Scope {
  readonly organizationId: string;
  readonly clusters: readonly ClusterRow[];
}

interface ClusterRow {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly region: string;
  readonly k8s_version: string;
}

interface Caller {
  readonly db: Kysely<OpencostRows>;
  readonly organization: { readonly id: string };
  readonly allowedClusters: readonly string[] | null;
}

/** The clusters that the key may read, by their names. */
export async function readScope({ db, organization, allowedClusters }: Caller): Promise<Scope> {
  let query = db
    .selectFrom('clusters')
    .select(['id', 'name', 'provider', 'region', 'k8s_version'])
    .where('organization_id', '=', organization.id);
  if (allowedClusters) query = query.where(sql<boolean>`id = ${anyOf(allowedClusters, 'uuid')}`);
  const clusters = await query.orderBy('name').orderBy('id').execute();
  return { organizationId: organization.id, clusters };
}

/** The rows of the ledger, as `fact`, that are in the scope. */
export const inScope = ({ organizationId, clusters }: Scope): RawBuilder<boolean> => {
  const ids = clusters.map(({ id }) => id);
  return sql<boolean>`
    fact.organization_id = ${organizationId} and fact.cluster_id = ${anyOf(ids, 'uuid')}`;
};

/** Joins the cluster of a unit by its name: the history may be on another server. */
export const joinCluster = ({ clusters }: Scope): RawBuilder<unknown> => sql`
  join json_to_recordset(${JSON.stringify(clusters.map(({ id, name }) => ({ id, name })))}::json)
    as cluster (id uuid, name text) on cluster.id = unit.cluster_id`;
