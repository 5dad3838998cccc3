import {
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
import { limitCapacitySchema } from './workload-schema.ts';

export const podPhases = ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'] as const;
export const qosClasses = ['Guaranteed', 'Burstable', 'BestEffort'] as const;

const optionalText = (description: string) => Type.Optional(Type.String({ description }));

const metadata = Type.Object({
  name: Type.String(),
  namespace: Type.String(),
  cluster: referenceSchema,
  workload: Type.Optional(
    Type.Object({
      uid: uuid('Kubernetes uid of the workload.'),
      kind: Type.String(),
      name: Type.String(),
    }),
  ),
  node: Type.Optional(
    Type.Unsafe<Static<typeof referenceSchema>>({
      ...referenceSchema,
      description: 'Kubernetes uid of its node; absent while unscheduled.',
    }),
  ),
  phase: optionalText('Pending, Running, Succeeded, Failed or Unknown.'),
  reason: optionalText('Reason for the phase, such as Evicted.'),
  qos_class: optionalText('Guaranteed, Burstable or BestEffort.'),
  pod_ip: optionalText('IP address of the pod.'),
  host_ip: optionalText('IP address of its node.'),
  host_network: Type.Boolean({ description: 'Whether it uses the host network.' }),
  priority_class: optionalText('Priority class name.'),
  has_hostpath: Type.Boolean({ description: 'Whether it mounts a hostPath volume.' }),
  has_emptydir: Type.Boolean({ description: 'Whether it has an ephemeral local volume.' }),
  labels: textMap('Labels of the pod.'),
  created_at_k8s: Type.Optional(timestamp('Creation time in Kubernetes.')),
  last_seen_at: timestamp('Time of the newest report that includes it.'),
});

const utilization = Type.Object({
  cpu: cpuRequestUtilizationSchema,
  memory: memoryRequestUtilizationSchema,
  counts: Type.Object({
    containers: count(),
    running_containers: count(),
    ready_containers: count(),
  }),
  restarts_total: count('Restarts of its containers.'),
  oom_kills_total: count('Out-of-memory kills of its containers.'),
});

/** Pod (decision 19). It has no cost of volumes: those are its workload's or namespace's. */
export const podSchema = named(
  'Pod',
  Type.Object({
    id: uuid('Kubernetes uid of the pod.'),
    kind: oneOf(['Pod']),
    metadata,
    capacity: limitCapacitySchema,
    utilization,
    cost: directCostSchema,
  }),
);

export type Pod = Static<typeof podSchema>;
