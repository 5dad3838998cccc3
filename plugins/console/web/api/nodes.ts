import { type Schemas } from '@costplane/client';
import { type Days } from '../parts/days.ts';
import { type PageQuery } from './clusters.ts';
import { get } from './question.ts';
import { type Basis, type Costing, explore, pageSize } from './questions.ts';

export type Node = Schemas['Node'];
export type NodeGroup = Schemas['NodeGroup'];

export const clusterNodes = (clusterId: string, basis: Basis, query: PageQuery) =>
  get('listClusterNodes', 'the nodes of the cluster', '/v1/clusters/{cluster_id}/nodes', {
    params: { path: { cluster_id: clusterId }, query: { basis, limit: pageSize, ...query } },
  });

export const clusterNodeGroups = (clusterId: string, basis: Basis) =>
  get(
    'listClusterNodeGroups',
    'the node groups of the cluster',
    '/v1/clusters/{cluster_id}/node-groups',
    { params: { path: { cluster_id: clusterId }, query: { basis } } },
  );

export const node = (nodeUid: string, basis: Basis) =>
  get('getNode', 'the node', '/v1/nodes/{node_uid}', {
    params: { path: { node_uid: nodeUid }, query: { basis } },
  });

/** The most expensive workloads of a node. */
export const nodeWorkloads = (nodeUid: string, { from, to }: Days, costing: Costing) =>
  explore({
    group_by: 'workload',
    filter_expression: { node: [{ field: 'uid', operator: 'in', values: [nodeUid] }] },
    start_date: from,
    end_date: to,
    per_page: 10,
    ...costing,
  });
