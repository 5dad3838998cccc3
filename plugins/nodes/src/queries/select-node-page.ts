import { afterKey, mergeLists, type PageRequest } from '@costplane/kernel';
import { type AliasedRawBuilder, type Kysely, sql } from 'kysely';
import { type NodeRows } from '../tables.ts';
import { nodeColumns } from './node-columns.ts';
import { type NodeFilters, nodesIn, type NodeScope } from './nodes-in.ts';

/** A uid may be in two clusters (a restored cluster), so the cluster ends the order. */
const order = ['run_rate_legacy_rank', 'uid', 'cluster_id'] as const;

/** Up to this many clusters a page is merged from a list of each. */
const mostMerged = 32;

type NodeKey = Pick<NodeRows['nodes'], (typeof order)[number]>;

/**
 * One page of nodes, highest run rate first, ties by uid, then by cluster. Asks for one row more
 * than the page. A node has no component but compute, so that its run rate is the same amount over
 * either basis, and one order serves both.
 *
 * The keys of the page are read from an index first, and then the rows of these keys alone.
 */
export function selectNodePage(
  db: Kysely<NodeRows>,
  scope: NodeScope,
  filters: NodeFilters,
  page: PageRequest,
) {
  const { organizationId } = scope;
  return db
    .selectFrom(pageKeys(db, scope, filters, page))
    .innerJoin('nodes', (join) =>
      join
        .on('nodes.organization_id', '=', organizationId)
        .onRef('nodes.cluster_id', '=', 'page.cluster_id')
        .onRef('nodes.uid', '=', 'page.uid'),
    )
    .select(nodeColumns(organizationId))
    .orderBy('page.run_rate_legacy_rank')
    .orderBy('page.uid')
    .orderBy('page.cluster_id');
}

/** How many nodes match, whatever the page. */
export const countNodes = (db: Kysely<NodeRows>, scope: NodeScope, filters: NodeFilters) =>
  nodesIn(db, scope, filters).select(({ fn }) => fn.countAll<number>().as('total'));

function pageKeys(
  db: Kysely<NodeRows>,
  { organizationId, clusters }: NodeScope,
  filters: NodeFilters,
  page: PageRequest,
): AliasedRawBuilder<NodeKey, 'page'> {
  const firstOf = (of: NodeScope) => firstKeys(db, of, filters, page);
  if (clusters === null || clusters.length > mostMerged) {
    return sql<NodeKey>`${firstOf({ organizationId, clusters })}`.as('page');
  }
  const merged = mergeLists<NodeKey>({
    values: clusters,
    type: 'uuid',
    listOf: (cluster) =>
      firstOf({ organizationId, clusters: null }).where('nodes.cluster_id', '=', cluster),
    columns: order,
    limit: page.limit + 1,
  });
  return sql<NodeKey>`(${merged})`.as('page');
}

function firstKeys(
  db: Kysely<NodeRows>,
  scope: NodeScope,
  filters: NodeFilters,
  { after, limit }: PageRequest,
) {
  const query = nodesIn(db, scope, filters)
    .select(order)
    .orderBy('run_rate_legacy_rank')
    .orderBy('uid')
    .orderBy('cluster_id')
    .limit(limit + 1);
  return after ? query.where(afterKey(order, after)) : query;
}
