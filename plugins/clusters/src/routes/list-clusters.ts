import {
  acceptsBasis,
  csv,
  enumParameter,
  rejectsCostMode,
  routesOver,
  textParameter,
} from '@costplane/plugin-api';
import { listPage } from '@costplane/plugin-api/listing';
import { Type } from 'typebox';
import { staleBefore } from '../queries/stale-before.ts';
import { countClusters, selectClusterPage } from '../queries/select-clusters.ts';
import {
  clusterSchema,
  clusterStatuses,
  environments,
  providers,
} from '../resources/cluster-schema.ts';
import { toCluster } from '../resources/to-cluster.ts';
import { type ClusterRows } from '../tables.ts';

/** Lists the clusters that the key may see, highest hourly run rate first. */
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
    region: csv(textParameter('Region, spelled as the cloud provider does.')),
    environment: csv(enumParameter(environments, 'Environment.')),
    status: csv(enumParameter(clusterStatuses, 'Status.')),
  },
  costMode: rejectsCostMode,
  basis: acceptsBasis,
  response: Type.Array(clusterSchema),

  async handler({ db, organization, allowedClusters, query, basis, page, now }) {
    const scope = { organizationId: organization.id, allowedClusters };
    const view = { basis, staleBefore: staleBefore(now) };
    const costView = { basis, currency: organization.currency };
    return listPage(page, {
      clusters: allowedClusters,
      rows: () => selectClusterPage(db, scope, query, view, page).execute(),
      total: () => countClusters(db, scope, query).executeTakeFirstOrThrow(),
      key: (row) => [row.run_rate_rank, row.id],
      shape: (row) => toCluster(row, costView),
    });
  },
});
