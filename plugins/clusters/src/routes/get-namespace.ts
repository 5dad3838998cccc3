import {
  acceptsBasis,
  acceptsCostMode,
  notFound,
  pathCluster,
  pathName,
  routesOver,
} from '@costplane/plugin-api';
import { selectNamespace, selectTopWorkloads } from '../queries/select-namespaces.ts';
import { namespaceDetailSchema } from '../resources/namespace-schema.ts';
import { toNamespace, toTopWorkload } from '../resources/to-namespace.ts';
import { type ClusterRows } from '../tables.ts';

/** One namespace and its most expensive workloads. */
export const getNamespace = routesOver<ClusterRows>()({
  operationId: 'getNamespace',
  method: 'get',
  path: '/v1/clusters/{cluster_id}/namespaces/{namespace}',
  tag: 'Namespaces',
  summary: 'Get a namespace',
  description: 'Includes its five workloads with the highest hourly run rate.',
  scope: 'namespaces:read',
  params: {
    cluster_id: pathCluster(),
    namespace: pathName('Name of the namespace in Kubernetes.'),
  },
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  cacheable: true,
  response: namespaceDetailSchema,
  errors: ['NAMESPACE_NOT_FOUND'],

  async handler({ db, organization, params, costMode, basis }) {
    const { id, currency } = organization;
    const where = { clusterId: params.cluster_id, namespace: params.namespace };
    const row = await selectNamespace(db, id, where, basis).executeTakeFirst();
    if (!row) throw notFound('NAMESPACE_NOT_FOUND', 'namespace');
    const workloads = await selectTopWorkloads(db, id, row, basis).execute();
    return {
      ...toNamespace(row, { basis, costMode, currency }),
      workloads_top_5: workloads.map((workload) => toTopWorkload(workload, currency)),
    };
  },
});
