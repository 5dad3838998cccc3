import {
  acceptsBasis,
  acceptsCostMode,
  booleanParameter,
  csv,
  enumParameter,
  optional,
  routesOver,
  textParameter,
  uuidParameter,
} from '@costplane/plugin-api';
import { listPage } from '@costplane/plugin-api/listing';
import { Type } from 'typebox';
import { countPods, selectPodPage } from '../queries/select-pods.ts';
import { podPhases, podSchema, qosClasses } from '../resources/pod-schema.ts';
import { toPod } from '../resources/to-pod.ts';
import { type WorkloadRows } from '../tables.ts';
import { findWorkload } from './find-workload.ts';

/** Lists the pods of a workload. */
export const listWorkloadPods = routesOver<WorkloadRows>()({
  operationId: 'listWorkloadPods',
  method: 'get',
  path: '/v1/workloads/{workload_uid}/pods',
  tag: 'Workloads',
  summary: 'List the pods of a workload',
  description: 'Every pod that Kubernetes lists, highest hourly run rate first, ties by id.',
  scope: 'workloads:read',
  paged: true,
  params: { workload_uid: uuidParameter('The Kubernetes uid of the workload.') },
  query: {
    namespace: csv(textParameter("Names of namespaces; the workload's own, or nothing matches.")),
    node_uid: csv(uuidParameter('Kubernetes uids of the nodes that the pods run on.')),
    phase: csv(enumParameter(podPhases, 'Phases.')),
    qos_class: csv(enumParameter(qosClasses, 'Quality-of-service classes.')),
    has_hostpath: optional(booleanParameter('Whether it mounts a path of its node.')),
    has_emptydir: optional(booleanParameter('Whether it has a volume that goes with it.')),
    host_network: optional(booleanParameter("Whether it shares the node's network.")),
  },
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  response: Type.Array(podSchema),
  errors: ['WORKLOAD_NOT_FOUND', 'CLUSTER_ACCESS_DENIED'],

  async handler(context) {
    const { db, organization, query, basis, costMode, page } = context;
    const { cluster_id: clusterId, uid: workloadUid } = await findWorkload(context);
    const scope = { organizationId: organization.id, clusterId, workloadUid };
    return listPage(page, {
      rows: () => selectPodPage(db, scope, query, basis, page).execute(),
      total: () => countPods(db, scope, query),
      key: (row) => [row.run_rate_legacy_rank, row.uid],
      shape: (row) => toPod(row, { basis, costMode, currency: organization.currency }),
    });
  },
});
