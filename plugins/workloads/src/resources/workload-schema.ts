import {
  bytes,
  cores,
  count,
  cpuRequestUtilizationSchema,
  described,
  directCostSchema,
  kind,
  memoryRequestUtilizationSchema,
  namedObject,
  referenceSchema,
  text,
  textMap,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

const ofContainers =
  'of the containers of pods that are running or pending; for a pod, of its own, even if it has ' +
  'finished. 0 when none of them sets one.';

/** Sums of the limits of containers. */
export const limitCapacitySchema = namedObject('LimitCapacity', 'Limits of containers, summed.', {
  cpu: Type.Object(
    { limit_cores: cores(`Sum of the CPU limits, in cores, ${ofContainers}`) },
    { description: 'CPU in cores.' },
  ),
  memory: Type.Object(
    { limit_bytes: bytes(`Sum of the memory limits, in bytes, ${ofContainers}`) },
    { description: 'Memory in bytes.' },
  ),
});

const metadata = Type.Object(
  {
    name: text('Name of the workload.'),
    namespace: text('Namespace of the workload.'),
    workload_kind: Type.String({
      description: 'The kind: Deployment, StatefulSet, DaemonSet, Job, CronJob or a custom kind.',
    }),
    cluster: described(referenceSchema, 'The cluster of the workload.'),
    labels: textMap('Labels of the workload.'),
    service_account_name: Type.String({
      description: 'Service account of its newest pod, even if deleted; empty if it never had one.',
    }),
    status: Type.String({ description: 'Such as Available, Progressing, Degraded or Complete.' }),
    status_reason: text('Reason for the status; empty when there is none.'),
    is_suspended: Type.Boolean({ description: 'True for a suspended Job or CronJob.' }),
    is_paused: Type.Boolean({ description: 'True for a Deployment whose rollout is paused.' }),
    has_hpa: Type.Boolean({ description: 'Whether a HorizontalPodAutoscaler scales it.' }),
    created_at_k8s: Type.Optional(timestamp('Creation time in Kubernetes.')),
    last_seen_at: timestamp('Time of the newest report that includes it.'),
  },
  { description: 'Name, labels and state.' },
);

const replicas = Type.Object(
  {
    desired: count('Desired replicas.'),
    available: Type.Optional(count('Replicas that are available.')),
    unavailable: Type.Optional(count('Replicas that are not available.')),
    updated: Type.Optional(count('Replicas of the newest pod template.')),
  },
  { description: 'Replicas; absent for kinds without replicas.' },
);

const utilization = Type.Object(
  {
    cpu: cpuRequestUtilizationSchema,
    memory: memoryRequestUtilizationSchema,
    replicas: Type.Optional(replicas),
    counts: Type.Object(
      {
        pods: count('Pods that Kubernetes lists, including finished ones.'),
        running_pods: count('Pods in the phase Running.'),
        containers: count('Containers of the pods.'),
      },
      { description: 'Number of objects of each kind.' },
    ),
  },
  { description: 'Requests, usage and counts.' },
);

/** Workload (contract, "Workload"): anything that owns pods. */
export const workloadSchema = namedObject(
  'Workload',
  'Anything that owns pods: a Deployment, a StatefulSet, a Job and others.',
  {
    id: uuid('Kubernetes uid of the workload.'),
    kind: kind('Workload'),
    metadata,
    capacity: limitCapacitySchema,
    utilization,
    cost: directCostSchema,
  },
);

export type Workload = Static<typeof workloadSchema>;
