import { type Listing } from '@costplane/plugin-api/listing';
import { type PageRequest } from '@costplane/plugin-api';
import { type CostView } from '@costplane/plugin-api/schema';
import { type Kysely } from 'kysely';
import { type NodeFilters, type NodeScope } from '../queries/nodes-in.ts';
import { type NodeRow } from '../queries/select-node.ts';
import { countNodes, selectNodePage } from '../queries/select-node-page.ts';
import { type Node } from '../resources/node-schema.ts';
import { toNode } from '../resources/to-node.ts';
import { type NodeRows } from '../tables.ts';

/** A list of nodes, for `listPage`. */
export const nodeListing = (
  db: Kysely<NodeRows>,
  scope: NodeScope,
  filters: NodeFilters,
  page: PageRequest,
  view: CostView,
): Listing<NodeRow, Node> => ({
  clusters: scope.clusters,
  rows: () => selectNodePage(db, scope, filters, page).execute(),
  total: () => countNodes(db, scope, filters).executeTakeFirstOrThrow(),
  key: (row) => [row.run_rate_legacy_rank, row.uid, row.cluster_id],
  shape: (row) => toNode(row, view),
});
