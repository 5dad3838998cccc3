import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely, sql } from 'kysely';
import { type NodeRows } from '../tables.ts';
import { currentNodes } from './current-nodes.ts';
import { nodeColumns } from './node-columns.ts';

/** The node with this uid. If a restored cluster repeats it: one that the key may read. */
export const selectNode = (
  db: Kysely<NodeRows>,
  organizationId: string,
  uid: string,
  allowedClusters: readonly string[] | null,
) =>
  currentNodes(db, organizationId)
    .where('nodes.uid', '=', uid)
    .select(nodeColumns(null))
    .orderBy(sql`nodes.cluster_id = ${anyOf(allowedClusters ?? [], 'uuid')}`, 'desc')
    .orderBy('nodes.last_seen_at', 'desc')
    .orderBy('nodes.cluster_id')
    .limit(1);

export type NodeRow = Awaited<ReturnType<ReturnType<typeof selectNode>['executeTakeFirstOrThrow']>>;
