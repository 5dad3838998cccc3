import {
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
import { limitCapacitySchema } from './workload-schema.ts';

export const podPhases = ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'] as const;
export const qosClasses = ['Guaranteed', 'Burstable', 'BestEffort'] as const;

const optionalText = (description: string) => Type.Optional(Type.String({ description }));

const metadata = Type.Object(
  {
    name: text('Name of the pod.'),
    namespace: text('Namespace of the pod.'),
    cluster: described(referenceSchema, 'The cluster of the pod.'),
    workload: Type.Optional(
      Type.Object(
        {
          uid: uuid('Kubernetes uid of the workload.'),
          kind: text('Kind of the workload.'),
          name: text('Name of the workload.'),
        },
        { description: 'The workload that owns the pod; absent when it has none.' },
      ),
    ),
    node: Type.Optional(
      described(referenceSchema, 'The node of the pod; absent while unscheduled.'),
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
  },
  { description: 'Name, labels, location and phase.' },
);

const utilization = Type.Object(
  {
    cpu: cpuRequestUtilizationSchema,
    memory: memoryRequestUtilizationSchema,
    counts: Type.Object(
      {
        containers: count('Containers of the pod.'),
        running_containers: count('Running containers.'),
        ready_containers: count('Containers that are ready.'),
      },
      { description: 'Number of objects of each kind.' },
    ),
    restarts_total: count('Restarts of its containers.'),
    oom_kills_total: count('Out-of-memory kills of its containers.'),
  },
  { description: 'Requests and usage.' },
);

/** Pod (decision 19). The cost of its volumes belongs to its workload or namespace. */
export const podSchema = namedObject(
  'Pod',
  'A pod. The cost of its volumes belongs to its workload or namespace.',
  {
    id: uuid('Kubernetes uid of the pod.'),
    kind: kind('Pod'),
    metadata,
    capacity: limitCapacitySchema,
    utilization,
    cost: directCostSchema,
  },
);

export type Pod = Static<typeof podSchema>;
