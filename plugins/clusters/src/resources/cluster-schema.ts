import {
  billCostSchema,
  count,
  cpuCapacitySchema,
  cpuUtilizationSchema,
  gpuCapacitySchema,
  gpuUtilizationSchema,
  memoryCapacitySchema,
  memoryUtilizationSchema,
  named,
  nullableTimestamp,
  oneOf,
  storageCapacitySchema,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

export const providers = ['aws', 'gcp', 'azure', 'on-prem'] as const;
export const environments = ['production', 'non-production', 'staging', 'dev'] as const;
export const clusterStatuses = [
  'pending',
  'active',
  'disconnected',
  'error',
  'discovered',
] as const;

const metadata = Type.Object({
  name: Type.String(),
  provider: oneOf(providers),
  service: Type.String({
    description: 'Managed Kubernetes service: EKS, GKE or AKS; empty for any other cluster.',
  }),
  region: Type.String(),
  environment: oneOf(environments),
  status: oneOf(clusterStatuses),
  k8s_version: Type.String(),
  agent_version: Type.String(),
  discovery_source: Type.String(),
  availability_zones: Type.Array(Type.String()),
  is_stale: Type.Boolean({
    description:
      'True when no report arrived within the last 180 seconds. Capacity, usage and cost are ' +
      'then those of the last report.',
  }),
  created_at: timestamp(),
  last_seen_at: nullableTimestamp('Time of the newest report; null before the first report.'),
});

const capacity = Type.Object({
  cpu: cpuCapacitySchema,
  memory: memoryCapacitySchema,
  gpu: gpuCapacitySchema,
  storage: storageCapacitySchema,
  pods: Type.Object({ allocatable: count('Maximum number of pods on the nodes.') }),
});

const counts = Type.Object({
  nodes: count(),
  namespaces: count(),
  workloads: count(),
  deployments: count(),
  statefulsets: count(),
  daemonsets: count(),
  jobs: count('Jobs that are not owned by a CronJob.'),
  cronjobs: count(),
  pods: count('Pods that Kubernetes lists, including finished ones.'),
  running_pods: count(),
  containers: count(),
  running_containers: count(),
  persistent_volumes: count(),
});

const utilization = Type.Object({
  cpu: cpuUtilizationSchema,
  memory: memoryUtilizationSchema,
  gpu: Type.Optional(gpuUtilizationSchema),
  restarts_total: Type.Optional(count('Restarts of the current containers.')),
  oom_kills_total: Type.Optional(count('Out-of-memory kills of the current containers.')),
  counts,
});

/** Cluster (contract, "Cluster"). Before the first report it has metadata alone (decision 18). */
export const clusterSchema = named(
  'Cluster',
  Type.Object({
    id: uuid(),
    kind: oneOf(['Cluster']),
    metadata,
    capacity: Type.Optional(capacity),
    utilization: Type.Optional(utilization),
    cost: Type.Optional(billCostSchema),
  }),
);

export type Cluster = Static<typeof clusterSchema>;
