import { anyOf } from '@costplane/kernel';
import { type Kysely, sql } from 'kysely';
import { type NodeRows } from '../tables.ts';
import { nodeColumns } from './node-columns.ts';
import { nodesIn } from './nodes-in.ts';

/**
 * The node of this uid. Where several clusters have it: one of a cluster that the key may read
 * before others, then the most recently seen, then the lowest cluster id.
 */
export function selectNode(
  db: Kysely<NodeRows>,
  organizationId: string,
  uid: string,
  allowedClusters: readonly string[] | null,
) {
  const query = nodesIn(db, { organizationId, clusters: null })
    .where('nodes.uid', '=', uid)
    .select(nodeColumns(organizationId));
  const allowedFirst = allowedClusters
    ? query.orderBy(sql`nodes.cluster_id = ${anyOf(allowedClusters, 'uuid')}`, 'desc')
    : query;
  return allowedFirst.orderBy('nodes.last_seen_at', 'desc').orderBy('nodes.cluster_id').limit(1);
}

/** A row of the queries over nodes. */
export type NodeRow = Awaited<ReturnType<ReturnType<typeof selectNode>['executeTakeFirstOrThrow']>>;
