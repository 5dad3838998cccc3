import { anyOf } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type GroupRows } from '../exposition/group.ts';
import { type MetricsRows } from '../tables.ts';

/** What the samples of a scrape are about. */
export interface MetricsScope {
  readonly organization: { readonly id: string; readonly currency: string };
  /** Those that the key may read. */
  readonly clusters: readonly { readonly id: string; readonly name: string }[];
  readonly basis: Basis;
  /** Days by UTC, `YYYY-MM-DD`, both of them included. */
  readonly month: { readonly firstDay: string; readonly today: string };
}

/** The clusters of the organization that are visible; `null`, all of them. */
export function selectClusters(
  db: Kysely<MetricsRows>,
  organizationId: string,
  visible: readonly string[] | null,
) {
  const all = db
    .selectFrom('clusters')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId);
  return visible ? all.where('id', '=', anyOf(visible, 'uuid')) : all;
}

/** The rows of a table, by its alias, that are of clusters of the scope. */
export function inScope(
  { organization, clusters }: MetricsScope,
  alias: string,
  clusterId = 'cluster_id',
): RawBuilder<boolean> {
  const ids = clusters.map(({ id }) => id);
  return sql<boolean>`${sql.ref(`${alias}.organization_id`)} = ${organization.id}::uuid
    and ${sql.ref(`${alias}.${clusterId}`)} = ${anyOf(ids, 'uuid')}`;
}

/** Joins the name of the cluster of a row, as `cluster`: few names, which are read once. */
export const joinCluster = ({ clusters }: MetricsScope, alias: string) => sql`
  join json_to_recordset(${JSON.stringify(clusters)}::json) as cluster (id uuid, name text)
    on cluster.id = ${sql.ref(`${alias}.cluster_id`)}`;

/** Things in clusters: the table, and columns by their labels. */
const things = {
  namespace: { table: 'namespaces', labels: { namespace: 'name' } },
  workload: {
    table: 'workloads',
    labels: { namespace: 'namespace', workload_kind: 'kind', workload: 'name' },
  },
  node: { table: 'nodes', labels: { node: 'name' } },
  volume: { table: 'persistent_volumes', labels: { persistentvolume: 'name' } },
};

/** The things of the newest reports, under their name, each with its cluster and what is joined. */
export function present(
  scope: MetricsScope,
  thing: keyof typeof things,
  joined = sql``,
): GroupRows {
  const { table, labels } = things[thing];
  return {
    rows: sql`${sql.table(table)} as ${sql.ref(thing)}
      ${joinCluster(scope, thing)}
      ${joined}
      where ${inScope(scope, thing)} and ${sql.ref(`${thing}.gone_at`)} is null`,
    labels: labelRows(thing, labels),
  };
}

/** The labels of rows of things in clusters, by their columns. */
export const labelRows = (alias: string, columns: Readonly<Record<string, string>>) => ({
  cluster: sql`cluster.name`,
  ...Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, sql.ref(`${alias}.${column}`)]),
  ),
});

/** The days of the month so far, of a table of the ledger under its alias. */
export const inMonth = (scope: MetricsScope, alias: string) => sql`
  ${inScope(scope, alias)}
    and ${sql.ref(`${alias}.day`)} between ${scope.month.firstDay}::date and ${scope.month.today}::date`;

/** What some columns of the ledger sum up to, in the currency; null where no price was known. */
export function sumCosts(columns: readonly string[]) {
  const known = sql`coalesce(${sql.join(columns.map((column) => sql.ref(column)))})`;
  const sums = columns.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0)`);
  return sql`case when count(${known}) > 0 then (${sql.join(sums, sql` + `)}) / 3600 end`;
}
