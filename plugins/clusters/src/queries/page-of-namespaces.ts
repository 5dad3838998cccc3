import { afterKey, anyOf, mergeLists, type PageRequest, rankOfAtLeast } from '@costplane/kernel';
import { type Basis } from '@costplane/kernel/schema';
import { type AliasedExpression, type Expression, type Kysely, sql } from 'kysely';
import { type ClusterRows } from '../tables.ts';

/** So many clusters are read one by one; more are told apart while one order of all is read. */
const mostMergedClusters = 32;

/** Which namespaces a list shows. */
export interface NamespaceScope {
  readonly organizationId: string;
  /** `null`: every cluster of the organization. */
  readonly clusters: readonly string[] | null;
  /** Decimal text; a cost that is not known is not at least anything. */
  readonly minCostHourly?: string | undefined;
}

/** What a page needs of a namespace to be put in order and to be found again. */
export interface NamespaceKey {
  readonly cluster_id: string;
  readonly name: string;
  readonly run_rate_rank: number;
  readonly id: string;
}

/** The keys of the namespaces of a page, and one more. */
export function pageOfNamespaces(
  db: Kysely<ClusterRows>,
  scope: NamespaceScope,
  basis: Basis,
  page: PageRequest,
): AliasedExpression<NamespaceKey, 'page'> {
  const { clusters } = scope;
  if (clusters === null || clusters.length > mostMergedClusters) {
    return orderedKeys(namespacesIn(db, scope, basis), basis, page).as('page');
  }
  const merged = mergeLists<NamespaceKey>({
    values: clusters,
    type: 'uuid',
    listOf: (cluster: Expression<string>) =>
      orderedKeys(
        namespacesIn(db, { ...scope, clusters: null }, basis).where('cluster_id', '=', cluster),
        basis,
        page,
      ),
    columns: ['run_rate_rank', 'id'],
    limit: page.limit + 1,
  });
  return sql<NamespaceKey>`(${merged})`.as('page');
}

/** The namespaces that match, gone ones left out. */
export function namespacesIn(
  db: Kysely<ClusterRows>,
  { organizationId, clusters, minCostHourly }: NamespaceScope,
  basis: Basis,
) {
  let query = db
    .selectFrom('namespaces')
    .where('organization_id', '=', organizationId)
    .where('gone_at', 'is', null);
  if (clusters) query = query.where('cluster_id', '=', anyOf(clusters, 'uuid'));
  if (minCostHourly === undefined) return query;
  return query.where(
    `run_rate_${basis}_rank`,
    '<=',
    sql<number>`${rankOfAtLeast(minCostHourly)}::bigint`,
  );
}

function orderedKeys(query: ReturnType<typeof namespacesIn>, basis: Basis, page: PageRequest) {
  const rank = `run_rate_${basis}_rank` as const;
  const ordered = query
    .select(['cluster_id', 'name', `${rank} as run_rate_rank`, 'id'])
    .orderBy(rank)
    .orderBy('id')
    .limit(page.limit + 1);
  return page.after ? ordered.where(afterKey([rank, 'id'], page.after)) : ordered;
}
