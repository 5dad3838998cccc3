import { addCosts, inClusters } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { sql } from 'kysely';
import { type MetricsConfig } from '../config.ts';

/** What the samples of a scrape cover. */
export interface MetricsScope {
  readonly organization: { readonly id: string; readonly currency: string };
  /** The clusters that the key may read. */
  readonly clusters: readonly { readonly id: string; readonly name: string }[];
  readonly basis: Basis;
  /** In UTC, `YYYY-MM-DD`. */
  readonly today: string;
  readonly config: MetricsConfig;
}

/** The clusters of the organization that the key may read; `null` means all of them. */
export const selectClusters = (organizationId: string, visible: readonly string[] | null) =>
  sql<MetricsScope['clusters'][number]>`
    select id, name from clusters
    where organization_id = ${organizationId}::uuid ${inClusters('id', visible)}`;

/** Restricts a table, given by its alias, to the clusters of the scope. */
export function inScope(scope: MetricsScope, alias: string, clusterId = 'cluster_id') {
  const ids = scope.clusters.map(({ id }) => id);
  return sql`${sql.ref(`${alias}.organization_id`)} = ${scope.organization.id}::uuid
    ${inClusters(`${alias}.${clusterId}`, ids)}`;
}

/** Restricts the ledger table `spent` to the days of the month so far. */
export const inMonth = (scope: MetricsScope) => sql`${inScope(scope, 'spent')}
  and spent.day between ${`${scope.today.slice(0, 7)}-01`}::date and ${scope.today}::date`;

/** Sum of cost columns, each after a further operation; null when no price is known. */
export const sumCosts = (columns: readonly string[], operation = sql``) =>
  addCosts(columns, (column) => sql`sum(${sql.ref(column)} ${operation})`);

/** Joins the name of a row's cluster as `cluster`. The list is short, so it is passed in and read once. */
export const joinCluster = ({ clusters }: MetricsScope, alias: string) => sql`
  join json_to_recordset(${JSON.stringify(clusters)}::json) as cluster (id uuid, name text)
    on cluster.id = ${sql.ref(`${alias}.cluster_id`)}`;

/** Resources in clusters: their tables, and the labels that identify them. */
const things = {
  namespace: { table: 'namespaces', labels: { namespace: 'namespace.name' } },
  workload: {
    table: 'workloads',
    labels: {
      namespace: 'workload.namespace',
      workload_kind: 'workload.kind',
      workload: 'workload.name',
    },
  },
  node: { table: 'nodes', labels: { node: 'node.name' } },
  volume: { table: 'persistent_volumes', labels: { persistentvolume: 'volume.name' } },
};

/** The resources of the newest reports, aliased to their name, with their clusters and any further join. */
export function present(scope: MetricsScope, thing: keyof typeof things, joined = sql``) {
  const { table, labels } = things[thing];
  return {
    rows: sql`${sql.table(table)} as ${sql.ref(thing)}
      ${joinCluster(scope, thing)}
      ${joined}
      where ${inScope(scope, thing)} and ${sql.ref(`${thing}.gone_at`)} is null`,
    labels: { cluster: 'cluster.name', ...labels },
  };
}
