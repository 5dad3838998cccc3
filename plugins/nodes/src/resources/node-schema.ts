import {
  bytes,
  cores,
  costBlock,
  count,
  cpuCapacitySchema,
  gpuCapacitySchema,
  gpuUtilizationSchema,
  memoryCapacitySchema,
  type Money,
  moneySchema,
  named,
  oneOf,
  percent,
  referenceSchema,
  textMap,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

export const architectures = ['amd64', 'arm64'] as const;
export const capacityTypes = ['on-demand', 'spot', 'reserved', 'karpenter'] as const;
export const pricingSources = ['price_book', 'default_rates', 'custom', 'unknown'] as const;

const metadata = Type.Object({
  name: Type.String(),
  cluster: referenceSchema,
  instance_type: Type.String(),
  node_group: Type.String({ description: 'Empty for a node of no group.' }),
  availability_zone: Type.String(),
  region: Type.String(),
  node_role: Type.String({ description: 'Roles by label, comma-separated; empty for a worker.' }),
  operating_system: Type.String(),
  kubelet_version: Type.String(),
  provider_id: Type.String(),
  is_spot: Type.Boolean(),
  is_ready: Type.Boolean(),
  is_schedulable: Type.Boolean({ description: 'False when it is cordoned.' }),
  capacity_type: oneOf(capacityTypes),
  architecture: Type.String({
    description: 'As Kubernetes names it: amd64, arm64 and others; empty when it is not reported.',
  }),
  labels: textMap("The node's Kubernetes labels."),
  created_at_k8s: Type.Optional(timestamp('Creation in Kubernetes; absent when unknown.')),
  last_seen_at: timestamp('Time of the newest report that has it.'),
});

const capacity = Type.Object({
  cpu: cpuCapacitySchema,
  memory: memoryCapacitySchema,
  gpu: gpuCapacitySchema,
  ephemeral_storage: Type.Object({ total_bytes: bytes('Bytes of its local disk for pods.') }),
  pods: Type.Object({ allocatable: count('Pods that it can hold.') }),
});

const usedOverAllocatable = Type.Optional(
  percent('Used over allocatable, two decimals; 0 where nothing is allocatable.'),
);

const utilization = Type.Object({
  cpu: Type.Object({
    used_cores: Type.Optional(cores('In use now; absent without metrics.')),
    utilization_percent: usedOverAllocatable,
  }),
  memory: Type.Object({
    used_bytes: Type.Optional(bytes('Working set now; absent without metrics.')),
    utilization_percent: usedOverAllocatable,
  }),
  gpu: Type.Optional(gpuUtilizationSchema),
  counts: Type.Object({
    pods: count('Pods on it that Kubernetes lists, finished ones too.'),
    running_pods: count(),
  }),
});

const cost = costBlock('NodeCost', {
  on_demand_equivalent_hourly: Type.Optional(
    Type.Unsafe<Money>({
      ...moneySchema,
      description: 'What it would cost per hour on demand; its own price unless it is spot.',
    }),
  ),
  pricing_source: oneOf(pricingSources, { description: 'Where its price comes from.' }),
});

/** Node (contract, "Node"). */
export const nodeSchema = named(
  'Node',
  Type.Object({
    id: uuid("The node's Kubernetes uid."),
    kind: oneOf(['Node']),
    metadata,
    capacity,
    utilization,
    cost,
  }),
);

export type Node = Static<typeof nodeSchema>;
