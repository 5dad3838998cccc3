import { anyOf } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type GroupRows } from '../exposition/group.ts';
import { type MetricsRows } from '../tables.ts';

/** What the samples of a scrape are about. */
export interface MetricsScope {
  readonly organization: { readonly id: string; readonly currency: string };
  /** Those that the key may read, in order. */
  readonly clusterIds: readonly string[];
  readonly basis: Basis;
  /** Days by UTC, `YYYY-MM-DD`, both of them included. */
  readonly month: { readonly firstDay: string; readonly today: string };
}

/** Ids of the clusters of the organization that are visible, in order; `null`, all of them. */
export async function selectClusterIds(
  db: Kysely<MetricsRows>,
  organizationId: string,
  visible: readonly string[] | null,
): Promise<readonly string[]> {
  const all = db
    .selectFrom('clusters')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id');
  const rows = await (visible ? all.where('id', '=', anyOf(visible, 'uuid')) : all).execute();
  return rows.map(({ id }) => id);
}

/** Of no cluster. Citus refuses to join by a bound that is null. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * The rows of a table, by its alias, from the first to the last cluster of the scope. Bounds, unlike a
 * list, leave the rows in the order of the index; `joinCluster` has the list.
 */
export function inScope(
  { organization, clusterIds }: MetricsScope,
  alias: string,
): RawBuilder<boolean> {
  const [first = nobody, last = nobody] = [clusterIds[0], clusterIds.at(-1)];
  return sql<boolean>`${sql.ref(`${alias}.organization_id`)} = ${organization.id}::uuid
    and ${sql.ref(`${alias}.cluster_id`)} between ${first}::uuid and ${last}::uuid`;
}

/** Joins the cluster of a row, as `cluster`, if it is in the scope. */
export const joinCluster = ({ organization, clusterIds }: MetricsScope, alias: string) => sql`
  join clusters as cluster on cluster.organization_id = ${organization.id}::uuid
    and cluster.id = ${sql.ref(`${alias}.cluster_id`)}
    and cluster.id = ${anyOf(clusterIds, 'uuid')}`;

/** Things in clusters: the table, the column that tells them apart in a cluster, columns by their labels. */
const things = {
  namespace: { table: 'namespaces', key: 'name', labels: { namespace: 'name' } },
  workload: {
    table: 'workloads',
    key: 'uid',
    labels: { namespace: 'namespace', workload_kind: 'kind', workload: 'name' },
  },
  node: { table: 'nodes', key: 'uid', labels: { node: 'name' } },
  volume: { table: 'persistent_volumes', key: 'name', labels: { persistentvolume: 'name' } },
};

/** The things of the newest reports, under their name, each with its cluster and what is joined. */
export function present(
  scope: MetricsScope,
  thing: keyof typeof things,
  joined = sql``,
): GroupRows {
  const { table, key, labels } = things[thing];
  const column = (name: string) => sql.ref(`${thing}.${name}`);
  const own = Object.entries(labels).map(([name, source]) => [name, column(source)] as const);
  return {
    rows: sql`${sql.table(table)} as ${sql.ref(thing)}
      ${joinCluster(scope, thing)}
      ${joined}
      where ${inScope(scope, thing)} and ${column('gone_at')} is null`,
    order: sql`${column('cluster_id')}, ${column(key)}`,
    labels: { cluster: sql`cluster.name`, ...Object.fromEntries(own) },
  };
}
