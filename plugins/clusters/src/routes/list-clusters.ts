import {
  acceptsBasis,
  csv,
  enumParameter,
  rejectsCostMode,
  routesOver,
  textParameter,
} from '@costplane/plugin-api';
import { Type } from 'typebox';
import { clusterSchema, environments, providers, statuses } from '../resources/cluster-schema.ts';
import { type ClusterRows } from '../tables.ts';
import { clusterLists } from './cluster-lists.ts';

/** Lists the clusters that the key may read, highest hourly run rate first. */
export const listClusters = routesOver<ClusterRows>()({
  operationId: 'listClusters',
  method: 'get',
  path: '/v1/clusters',
  tag: 'Clusters',
  summary: 'List clusters',
  description:
    'Sorted by hourly run rate, highest first, then by id. Clusters that have not reported yet ' +
    'come last.',
  scope: 'clusters:read',
  paged: true,
  query: {
    provider: csv(enumParameter(providers, 'Cloud provider.')),
    region: csv(textParameter('Region, spelled as the cloud provider spells it.')),
    environment: csv(enumParameter(environments, 'Environment.')),
    status: csv(enumParameter(statuses, 'Status.')),
  },
  costMode: rejectsCostMode,
  basis: acceptsBasis,
  cacheable: true,
  response: Type.Array(clusterSchema),

  handler: (context) => clusterLists[context.basis].page(context, { filters: context.query }),
});
