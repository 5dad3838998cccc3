import { defineList } from '@costplane/plugin-api/listing';
import { currentNodes } from '../queries/current-nodes.ts';
import { nodeColumns } from '../queries/node-columns.ts';
import { toNode } from '../resources/to-node.ts';

/**
 * Nodes, highest run rate first, ties by uid. A restored cluster may repeat a uid, so the cluster
 * is the last sort key. Nodes only have compute costs, so one order serves both bases.
 */
export const nodeList = defineList({
  from: currentNodes,
  clusters: 'nodes.cluster_id',
  filters: {
    node_group: 'nodes.node_group',
    instance_type: 'nodes.instance_type',
    zone: 'nodes.availability_zone',
    is_spot: 'nodes.is_spot',
    is_ready: 'nodes.is_ready',
    architecture: 'nodes.architecture',
    capacity_type: 'nodes.capacity_type',
  },
  order: {
    run_rate_legacy_rank: 'nodes.run_rate_legacy_rank',
    uid: 'nodes.uid',
    cluster_id: 'nodes.cluster_id',
  },
  formerRanks: 'nodes.run_rate_legacy_rank',
  mergeBy: { clusters: { column: 'nodes.cluster_id', type: 'uuid' } },
  keysFirst: { key: { cluster_id: 'nodes.cluster_id', uid: 'nodes.uid' }, when: 'merged' },
  isSized: true,
  select: (nodes, _, clusters) => nodes.select(nodeColumns(clusters)),
  toResource: (row, { basis, organization }) =>
    toNode(row, { basis, currency: organization.currency }),
});
