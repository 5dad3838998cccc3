import { acceptsBasis, acceptsCostMode, routesOver, uuidParameter } from '@costplane/plugin-api';
import { toWorkload } from '../resources/to-workload.ts';
import { workloadSchema } from '../resources/workload-schema.ts';
import { type WorkloadRows } from '../tables.ts';
import { findWorkload } from './find-workload.ts';

export const getWorkload = routesOver<WorkloadRows>()({
  operationId: 'getWorkload',
  method: 'get',
  path: '/v1/workloads/{workload_uid}',
  tag: 'Workloads',
  summary: 'Get a workload',
  description:
    'The uid stays the same when the workload is edited, but changes when it is deleted and ' +
    'created again.',
  scope: 'workloads:read',
  params: { workload_uid: uuidParameter('Kubernetes uid of the workload.') },
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  cacheable: true,
  response: workloadSchema,
  errors: ['WORKLOAD_NOT_FOUND', 'CLUSTER_ACCESS_DENIED'],

  async handler(context) {
    const { basis, costMode, organization } = context;
    const row = await findWorkload(context);
    return toWorkload(row, { basis, costMode, currency: organization.currency });
  },
});
