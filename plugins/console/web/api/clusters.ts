import { type Schemas } from '@costplane/client';
import { get } from './question.ts';
import { type Basis, type Costing, pageSize } from './questions.ts';

export type Cluster = Schemas['Cluster'];
export type NamespaceRow = Schemas['Namespace'];
export type NamespaceDetail = Schemas['NamespaceDetail'];

/** The cursor and filters of a list, named as in the API. */
export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly [filter: string]: unknown;
}

export const clusterPage = (basis: Basis, query: PageQuery) =>
  get('listClusters', 'the clusters', '/v1/clusters', {
    params: { query: { basis, limit: pageSize, ...query } },
  });

export const cluster = (clusterId: string, basis: Basis) =>
  get('getCluster', 'the cluster', '/v1/clusters/{cluster_id}', {
    params: { path: { cluster_id: clusterId }, query: { basis } },
  });

export const clusterNamespaces = (clusterId: string, costing: Costing, query: PageQuery) =>
  get(
    'listClusterNamespaces',
    'the namespaces of the cluster',
    '/v1/clusters/{cluster_id}/namespaces',
    {
      params: {
        path: { cluster_id: clusterId },
        query: { ...costing, limit: pageSize, ...query },
      },
    },
  );

export const namespace = (clusterId: string, name: string, costing: Costing) =>
  get('getNamespace', 'the namespace', '/v1/clusters/{cluster_id}/namespaces/{namespace}', {
    params: { path: { cluster_id: clusterId, namespace: name }, query: costing },
  });

export const namespaces = (costing: Costing, query: PageQuery = {}) =>
  get('listNamespaces', 'the namespaces', '/v1/namespaces', {
    params: { query: { ...costing, limit: pageSize, ...query } },
  });
