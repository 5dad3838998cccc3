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
import { Type } from 'typebox';
import { podPhases, podSchema, qosClasses } from '../resources/pod-schema.ts';
import { type WorkloadRows } from '../tables.ts';
import { findWorkload } from './find-workload.ts';
import { podLists } from './pod-lists.ts';

/** Lists the pods of a workload. */
export const listWorkloadPods = routesOver<WorkloadRows>()({
  operationId: 'listWorkloadPods',
  method: 'get',
  path: '/v1/workloads/{workload_uid}/pods',
  tag: 'Workloads',
  summary: 'List the pods of a workload',
  description:
    'All pods that Kubernetes lists, sorted by hourly run rate, highest first, then by id.',
  scope: 'workloads:read',
  paged: true,
  params: { workload_uid: uuidParameter('Kubernetes uid of the workload.') },
  query: {
    namespace: csv(
      textParameter(
        "Names of namespaces. Matches nothing unless the workload's namespace is one of them.",
      ),
    ),
    node_uid: csv(uuidParameter('Kubernetes uids of nodes that the pods run on.')),
    phase: csv(enumParameter(podPhases, 'Phases.')),
    qos_class: csv(enumParameter(qosClasses, 'Quality-of-service classes.')),
    has_hostpath: optional(booleanParameter('Whether the pod mounts a hostPath volume.')),
    has_emptydir: optional(booleanParameter('Whether the pod has an ephemeral local volume.')),
    host_network: optional(booleanParameter('Whether the pod uses the host network.')),
  },
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  cacheable: true,
  response: Type.Array(podSchema),
  errors: ['WORKLOAD_NOT_FOUND', 'CLUSTER_ACCESS_DENIED'],

  async handler(context) {
    const workload = await findWorkload(context);
    return podLists[context.basis].page(context, {
      clusters: [workload.cluster_id],
      filters: { ...context.query, workload_uid: workload.uid },
    });
  },
});
