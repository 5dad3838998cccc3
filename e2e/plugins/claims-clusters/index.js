import { definePlugin, defineRoute, pathCluster } from '@costplane/plugin-api';
import { Type } from 'typebox';

/** Claims a scope, an operation id and paths that another plugin has. */
const route = (operationId, path, params = {}) =>
  defineRoute({
    operationId,
    method: 'get',
    path,
    tag: 'Clusters',
    summary: 'What another plugin serves',
    scope: 'clusters:read',
    params,
    response: Type.Object({}),
    handler: () => ({}),
  });

export default definePlugin({
  id: 'claims-clusters',
  scopes: { 'clusters:read': 'Clusters, once more' },
  routes: [
    route('listClusters', '/v1/my-clusters'),
    route('myCluster', '/v1/clusters/{id}', { id: pathCluster() }),
  ],
});
