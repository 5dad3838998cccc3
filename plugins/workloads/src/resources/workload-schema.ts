import {
  bytes,
  cores,
  count,
  cpuRequestUtilizationSchema,
  directCostSchema,
  memoryRequestUtilizationSchema,
  named,
  oneOf,
  referenceSchema,
  textMap,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

/** What all containers together may use at most. */
export const limitCapacitySchema = named(
  'LimitCapacity',
  Type.Object({
    cpu: Type.Object({
      limit_cores: cores('Sum of the CPU limits; 0 when no container sets one.'),
    }),
    memory: Type.Object({
      limit_bytes: bytes('Sum of the memory limits; 0 when no container sets one.'),
    }),
  }),
);

const metadata = Type.Object({
  name: Type.String(),
  namespace: Type.String(),
  workload_kind: Type.String({
    description: 'The kind: Deployment, StatefulSet, DaemonSet, Job, CronJob or a custom kind.',
  }),
  cluster: referenceSchema,
  labels: textMap('Labels of the workload.'),
  service_account_name: Type.String({
    description: 'Service account of its newest pod; empty without pods.',
  }),
  status: Type.String({ description: 'Such as Available, Progressing, Degraded or Complete.' }),
  status_reason: Type.String(),
  is_suspended: Type.Boolean({ description: 'True for a suspended Job or CronJob.' }),
  is_paused: Type.Boolean({ description: 'True for a Deployment whose rollout is paused.' }),
  has_hpa: Type.Boolean({ description: 'Whether a HorizontalPodAutoscaler scales it.' }),
  created_at_k8s: Type.Optional(timestamp('Creation time in Kubernetes.')),
  last_seen_at: timestamp('Time of the newest report that includes it.'),
});

const replicas = Type.Object({
  desired: count(),
  available: Type.Optional(count()),
  unavailable: Type.Optional(count()),
  updated: Type.Optional(count('Replicas of the newest pod template.')),
});

const utilization = Type.Object({
  cpu: cpuRequestUtilizationSchema,
  memory: memoryRequestUtilizationSchema,
  replicas: Type.Optional(replicas),
  counts: Type.Object({
    pods: count('Pods that Kubernetes lists, including finished ones.'),
    running_pods: count(),
    containers: count(),
  }),
});

/** Workload (contract, "Workload"): anything that owns pods. Kinds without replicas have none. */
export const workloadSchema = named(
  'Workload',
  Type.Object({
    id: uuid('Kubernetes uid of the workload.'),
    kind: oneOf(['Workload']),
    metadata,
    capacity: limitCapacitySchema,
    utilization,
    cost: directCostSchema,
  }),
);

export type Workload = Static<typeof workloadSchema>;
