import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type OpencostRows } from '../tables.ts';

/** A cluster that a request may see. */
export interface ClusterRow {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly region: string;
  readonly k8s_version: string;
}

/** What a request may see. */
export interface Scope {
  readonly organizationId: string;
  readonly clusters: readonly ClusterRow[];
}

/** What a handler knows of who asks. */
interface Caller {
  readonly db: Kysely<OpencostRows>;
  readonly organization: { readonly id: string };
  readonly allowedClusters: readonly string[] | null;
}

/** The clusters that the key may read, by their names. */
export async function readScope({ db, organization, allowedClusters }: Caller): Promise<Scope> {
  const organizationId = organization.id;
  let query = db
    .selectFrom('clusters')
    .select(['id', 'name', 'provider', 'region', 'k8s_version'])
    .where('organization_id', '=', organizationId);
  if (allowedClusters) query = query.where(sql<boolean>`id = ${anyOf(allowedClusters, 'uuid')}`);
  return { organizationId, clusters: await query.orderBy('name').orderBy('id').execute() };
}

/** The rows of a table of the ledger that are in the scope. */
export const inScope = ({ organizationId, clusters }: Scope, table: string): RawBuilder<boolean> =>
  sql<boolean>`
    ${sql.ref(`${table}.organization_id`)} = ${organizationId}
    and ${sql.ref(`${table}.cluster_id`)} = ${anyOf(
      clusters.map(({ id }) => id),
      'uuid',
    )}`;

/** The names of the clusters as a table with `id` and `name`: the history may be on another server. */
export const clusterNames = ({ clusters }: Scope): RawBuilder<unknown> => sql`
  json_to_recordset(${JSON.stringify(clusters.map(({ id, name }) => ({ id, name })))}::json)
    as cluster (id uuid, name text)`;
