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
      uid: uuid('The Kubernetes uid of the workload.'),
      kind: Type.String(),
      name: Type.String(),
    }),
  ),
  node: Type.Optional(
    Type.Unsafe<Static<typeof referenceSchema>>({
      ...referenceSchema,
      description: 'The node it runs on, by its Kubernetes uid; absent while unscheduled.',
    }),
  ),
  phase: optionalText('Pending, Running, Succeeded, Failed or Unknown.'),
  reason: optionalText('Why it is in this phase, such as Evicted.'),
  qos_class: optionalText('Guaranteed, Burstable or BestEffort.'),
  pod_ip: optionalText('Its address.'),
  host_ip: optionalText('The address of its node.'),
  host_network: Type.Boolean({ description: "Shares the node's network." }),
  priority_class: optionalText('Name of its priority class.'),
  has_hostpath: Type.Boolean({ description: 'Mounts a path of its node.' }),
  has_emptydir: Type.Boolean({ description: 'Has a volume that goes with it.' }),
  labels: textMap('Labels of the pod.'),
  created_at_k8s: Type.Optional(timestamp('When it was made in Kubernetes.')),
  last_seen_at: timestamp('Time of the newest report that has it.'),
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
    id: uuid('The Kubernetes uid of the pod.'),
    kind: oneOf(['Pod']),
    metadata,
    capacity: limitCapacitySchema,
    utilization,
    cost: directCostSchema,
  }),
);

export type Pod = Static<typeof podSchema>;
