import { acceptsBasis, acceptsCostMode, pathCluster, routesOver } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { workloadSchema } from '../resources/workload-schema.ts';
import { type WorkloadRows } from '../tables.ts';
import { listWorkloadsIn, workloadFilters } from './list-workloads-in.ts';

/** Lists the workloads of one cluster. */
export const listClusterWorkloads = routesOver<WorkloadRows>()({
  operationId: 'listClusterWorkloads',
  method: 'get',
  path: '/v1/clusters/{cluster_id}/workloads',
  tag: 'Workloads',
  summary: 'List the workloads of a cluster',
  description: 'Sorted by hourly run rate, highest first, then by id.',
  scope: 'workloads:read',
  paged: true,
  params: { cluster_id: pathCluster() },
  query: workloadFilters,
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  cacheable: true,
  response: Type.Array(workloadSchema),

  handler: (context) => listWorkloadsIn([context.params.cluster_id], context),
});
