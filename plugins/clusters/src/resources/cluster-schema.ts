import {
  billCostSchema,
  count,
  cpuCapacitySchema,
  cpuUtilizationSchema,
  gpuCapacitySchema,
  gpuUtilizationSchema,
  kind,
  memoryCapacitySchema,
  memoryUtilizationSchema,
  namedObject,
  nullableTimestamp,
  oneOf,
  storageCapacitySchema,
  text,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { clusterCounts } from '../counts.ts';

export const providers = ['aws', 'gcp', 'azure', 'on-prem'] as const;
export const environments = ['production', 'non-production', 'staging', 'dev'] as const;
export const statuses = ['pending', 'active', 'disconnected', 'error', 'discovered'] as const;

const metadata = Type.Object(
  {
    name: text('Name of the cluster.'),
    provider: oneOf(providers, { description: 'Cloud provider, or `on-prem`.' }),
    service: text('Managed Kubernetes service: EKS, GKE or AKS; empty for any other cluster.'),
    region: text('Cloud region; empty when unknown.'),
    environment: oneOf(environments, { description: 'Environment that the cluster serves.' }),
    status: oneOf(statuses, {
      description:
        '`pending` before the first report, also of a retired cluster that is connected again; ' +
        '`active` after it, `disconnected` once it is retired.',
    }),
    k8s_version: text('Kubernetes version.'),
    agent_version: text('Version of the agent that reports.'),
    discovery_source: text('How the cluster was discovered, such as `agent`.'),
    availability_zones: Type.Array(Type.String(), {
      description: 'Availability zones of the nodes, sorted.',
    }),
    is_stale: Type.Boolean({
      description:
        'True when no report arrived within the last 180 seconds. Capacity, usage and cost are ' +
        'then those of the last report, or 0 if the cluster is disconnected.',
    }),
    created_at: timestamp('Time at which the cluster was discovered.'),
    last_seen_at: nullableTimestamp('Time of the newest report; null before the first report.'),
  },
  { description: 'Name, location and state.' },
);

const capacity = Type.Object(
  {
    cpu: cpuCapacitySchema,
    memory: memoryCapacitySchema,
    gpu: gpuCapacitySchema,
    storage: storageCapacitySchema,
    pods: Type.Object(
      { allocatable: count('Maximum number of pods on the nodes.') },
      { description: 'Number of pods.' },
    ),
  },
  { description: 'Capacity of the nodes and volumes.' },
);

const utilization = Type.Object(
  {
    cpu: cpuUtilizationSchema,
    memory: memoryUtilizationSchema,
    gpu: Type.Optional(gpuUtilizationSchema),
    restarts_total: Type.Optional(count('Restarts of the current containers.')),
    oom_kills_total: Type.Optional(count('Out-of-memory kills of the current containers.')),
    counts: Type.Object(clusterCounts, { description: 'Number of objects of each kind.' }),
  },
  { description: 'Requests, usage and counts.' },
);

/** Cluster (contract, "Cluster"). While it is pending, only its metadata is known (decision 18). */
export const clusterSchema = namedObject(
  'Cluster',
  'A cluster. While it is `pending`, only its metadata is known.',
  {
    id: uuid('Id of the cluster.'),
    kind: kind('Cluster'),
    metadata,
    capacity: Type.Optional(capacity),
    utilization: Type.Optional(utilization),
    cost: Type.Optional(billCostSchema),
  },
);

export type Cluster = Static<typeof clusterSchema>;
