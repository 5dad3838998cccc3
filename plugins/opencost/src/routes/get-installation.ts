import { defineRoute, flatEnvelope, open } from '@costplane/plugin-api';
import { inClusters } from '@costplane/plugin-api/listing';
import { namedObject, text } from '@costplane/plugin-api/schema';
import { sql } from 'kysely';
import { opencostRoute } from './opencost-route.ts';

export const getClusterInfo = defineRoute({
  ...opencostRoute,
  operationId: 'opencostGetClusterInfo',
  path: '/clusterInfo',
  summary: 'Get information about a cluster (OpenCost)',
  description: 'The first cluster by name that the key may read.',
  response: namedObject('OpencostClusterInfo', 'A cluster.', {
    id: text('The property `cluster` of allocations; empty if there is no cluster.'),
    name: text('Name of the cluster.'),
  }),

  async handler({ db, organization, allowedClusters }) {
    const { rows } = await sql<{ name: string }>`
      select name from clusters
      where organization_id = ${organization.id}::uuid ${inClusters('id', allowedClusters)}
      order by name collate "C" limit 1`.execute(db);
    const [{ name } = { name: '' }] = rows;
    return { id: name, name };
  },
});

export const getConfigs = defineRoute({
  ...opencostRoute,
  operationId: 'opencostGetConfigs',
  path: '/getConfigs',
  summary: 'Get the currency (OpenCost)',
  response: namedObject('OpencostConfigs', 'The configuration.', {
    currencyCode: text('Currency of amounts, ISO 4217.'),
  }),
  handler: ({ organization }) => ({ currencyCode: organization.currency }),
});

export const getHealth = defineRoute({
  method: 'get',
  tag: opencostRoute.tag,
  overridable: true,
  operationId: 'opencostGetHealth',
  path: '/healthz',
  summary: 'Check that the service responds (OpenCost)',
  scope: open('a load balancer has none'),
  produces: 'text/plain',
  envelope: flatEnvelope,
  handler: () => ({ contentType: 'text/plain; charset=utf-8', body: '' }),
});
