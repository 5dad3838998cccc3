import { acceptsBasis, acceptsCostMode, clusterFilter, routesOver } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { workloadSchema } from '../resources/workload-schema.ts';
import { type WorkloadRows } from '../tables.ts';
import { listWorkloadsIn, workloadFilters } from './list-workloads-in.ts';

/** Lists the workloads of every cluster that the key may read. */
export const listWorkloads = routesOver<WorkloadRows>()({
  operationId: 'listWorkloads',
  method: 'get',
  path: '/v1/workloads',
  tag: 'Workloads',
  summary: 'List workloads',
  description:
    'Workloads of all clusters that the key may read, sorted by hourly run rate, highest first, ' +
    'then by id. Includes Jobs, CronJobs and custom kinds, which the `kind` filter does not ' +
    'accept.',
  scope: 'workloads:read',
  paged: true,
  query: { cluster_id: clusterFilter('BAD_REQUEST'), ...workloadFilters },
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  cacheable: true,
  response: Type.Array(workloadSchema),

  handler: (context) => listWorkloadsIn(context.query.cluster_id, context),
});
