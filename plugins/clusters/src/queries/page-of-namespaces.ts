import {
  anyOf,
  type OrderedList,
  pageInClusters,
  type PageQuery,
  rankOfAtLeast,
} from '@costplane/plugin-api/listing';
import { type PageRequest } from '@costplane/plugin-api';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely } from 'kysely';
import { type ClusterRows } from '../tables.ts';

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
): PageQuery<NamespaceKey> {
  const rank = `run_rate_${basis}_rank` as const;
  const keysIn = (clusters: readonly string[] | null): OrderedList<NamespaceKey> => ({
    query: namespacesIn(db, { ...scope, clusters }, basis).select([
      'cluster_id',
      'name',
      `${rank} as run_rate_rank`,
      'id',
    ]),
    order: { run_rate_rank: rank, id: 'id' },
  });
  return pageInClusters(db, scope.clusters, 'cluster_id', keysIn, page);
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
  return query.where(`run_rate_${basis}_rank`, '<=', rankOfAtLeast(minCostHourly));
}
