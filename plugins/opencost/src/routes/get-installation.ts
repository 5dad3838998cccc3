import { defineRoute, flatEnvelope, open, routesOver } from '@costplane/plugin-api';
import { named, text } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { type OpencostRows } from '../tables.ts';
import { readClusters } from '../ledger/view.ts';
import { opencostRoute, type Prefix } from './opencost-route.ts';

const clusterInfo = named(
  'OpencostClusterInfo',
  Type.Object({
    id: text('As the property `cluster` of allocations; empty without a cluster.'),
    name: text('Name of the cluster.'),
  }),
  'A cluster.',
);

export const getClusterInfo = (prefix: Prefix) =>
  routesOver<OpencostRows>()({
    ...opencostRoute,
    operationId: 'opencostGetClusterInfo',
    path: `${prefix}/clusterInfo`,
    summary: 'A cluster (OpenCost)',
    description: 'Of the clusters that the key may read, the first by name.',
    response: clusterInfo,

    async handler(context) {
      const [cluster] = await readClusters(context);
      const name = cluster?.name ?? '';
      return { id: name, name };
    },
  });

export const getConfigs = (prefix: Prefix) =>
  defineRoute({
    ...opencostRoute,
    operationId: 'opencostGetConfigs',
    path: `${prefix}/getConfigs`,
    summary: 'The currency (OpenCost)',
    response: named(
      'OpencostConfigs',
      Type.Object({ currencyCode: text('Currency of amounts, ISO 4217.') }),
      'What is configured.',
    ),
    handler: ({ organization }) => ({ currencyCode: organization.currency }),
  });

export const getHealth = (prefix: Prefix) =>
  defineRoute({
    method: 'get',
    tag: opencostRoute.tag,
    overridable: true,
    operationId: 'opencostGetHealth',
    path: `${prefix}/healthz`,
    summary: 'Whether the service runs (OpenCost)',
    scope: open('a load balancer has none'),
    produces: 'text/plain',
    envelope: flatEnvelope,
    handler: () => ({ contentType: 'text/plain; charset=utf-8', body: '' }),
  });
