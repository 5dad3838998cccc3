import { preferAllowed } from '@costplane/plugin-api/listing';
import { type Kysely } from 'kysely';
import { type NodeRows } from '../tables.ts';
import { currentNodes } from './current-nodes.ts';
import { nodeColumns } from './node-columns.ts';

/** The node with this uid; if several clusters have it, the one that the key may read. */
export const selectNode = (
  db: Kysely<NodeRows>,
  organizationId: string,
  uid: string,
  allowedClusters: readonly string[] | null,
) => {
  const found = currentNodes(db, organizationId)
    .where('nodes.uid', '=', uid)
    .select(nodeColumns(null));
  return preferAllowed(found, 'nodes', allowedClusters).limit(1);
};

export type NodeRow = Awaited<ReturnType<ReturnType<typeof selectNode>['executeTakeFirstOrThrow']>>;
