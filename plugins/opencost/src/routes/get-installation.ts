import { defineRoute, flatEnvelope, open, routesOver } from '@costplane/plugin-api';
import { anyOf } from '@costplane/plugin-api/listing';
import { named, text } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { type OpencostRows } from '../tables.ts';
import { opencostRoute } from './opencost-route.ts';

export const getClusterInfo = routesOver<OpencostRows>()({
  ...opencostRoute,
  operationId: 'opencostGetClusterInfo',
  path: '/clusterInfo',
  summary: 'A cluster (OpenCost)',
  description: 'Of the clusters that the key may read, the first by name.',
  response: named(
    'OpencostClusterInfo',
    Type.Object({
      id: text('As the property `cluster` of allocations; empty without a cluster.'),
      name: text('Name of the cluster.'),
    }),
    'A cluster.',
  ),

  async handler({ db, organization, allowedClusters }) {
    const all = db
      .selectFrom('clusters')
      .select('name')
      .where('organization_id', '=', organization.id)
      .orderBy('name');
    const own = allowedClusters ? all.where('id', '=', anyOf(allowedClusters, 'uuid')) : all;
    const { name } = (await own.executeTakeFirst()) ?? { name: '' };
    return { id: name, name };
  },
});

export const getConfigs = defineRoute({
  ...opencostRoute,
  operationId: 'opencostGetConfigs',
  path: '/getConfigs',
  summary: 'The currency (OpenCost)',
  response: named(
    'OpencostConfigs',
    Type.Object({ currencyCode: text('Currency of amounts, ISO 4217.') }),
    'What is configured.',
  ),
  handler: ({ organization }) => ({ currencyCode: organization.currency }),
});

export const getHealth = defineRoute({
  method: 'get',
  tag: opencostRoute.tag,
  overridable: true,
  operationId: 'opencostGetHealth',
  path: '/healthz',
  summary: 'Whether the service runs (OpenCost)',
  scope: open('a load balancer has none'),
  produces: 'text/plain',
  envelope: flatEnvelope,
  handler: () => ({ contentType: 'text/plain; charset=utf-8', body: '' }),
});
