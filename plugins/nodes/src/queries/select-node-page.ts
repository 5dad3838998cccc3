import {
  type OrderedList,
  pageInClusters,
  type PageQuery,
  untilPageIsFull,
} from '@costplane/plugin-api/listing';
import { type PageRequest } from '@costplane/plugin-api';
import { type Kysely } from 'kysely';
import { type NodeRows } from '../tables.ts';
import { nodeColumns } from './node-columns.ts';
import { type NodeFilters, nodesIn, type NodeScope } from './nodes-in.ts';

/** A uid may be in two clusters (a restored cluster), so the cluster ends the order. */
const columns = ['run_rate_legacy_rank', 'uid', 'cluster_id'] as const;

type NodeKey = Pick<NodeRows['nodes'], (typeof columns)[number]>;

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
  const rows = db
    .selectFrom(pageKeys(db, scope, filters, page).as('page'))
    .innerJoin('nodes', (join) =>
      join
        .on('nodes.organization_id', '=', organizationId)
        .onRef('nodes.cluster_id', '=', 'page.cluster_id')
        .onRef('nodes.uid', '=', 'page.uid'),
    )
    .select(nodeColumns)
    .orderBy('page.run_rate_legacy_rank')
    .orderBy('page.uid')
    .orderBy('page.cluster_id');
  return untilPageIsFull(db, rows, columns);
}

/** How many nodes match, whatever the page. */
export const countNodes = (db: Kysely<NodeRows>, scope: NodeScope, filters: NodeFilters) =>
  nodesIn(db, scope, filters).select(({ fn }) => fn.countAll<number>().as('total'));

function pageKeys(
  db: Kysely<NodeRows>,
  { organizationId, clusters }: NodeScope,
  filters: NodeFilters,
  page: PageRequest,
): PageQuery<NodeKey> {
  const keysIn = (visible: readonly string[] | null): OrderedList<NodeKey> => ({
    query: nodesIn(db, { organizationId, clusters: visible }, filters).select(columns),
    order: Object.fromEntries(columns.map((column) => [column, column])),
  });
  return pageInClusters(db, clusters, 'cluster_id', keysIn, page);
}
