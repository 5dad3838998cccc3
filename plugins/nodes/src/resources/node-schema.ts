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
  node_group: Type.String({ description: 'Empty for a node without a group.' }),
  availability_zone: Type.String(),
  region: Type.String(),
  node_role: Type.String({
    description: "Roles from the node's labels, comma-separated; empty for a worker.",
  }),
  operating_system: Type.String(),
  kubelet_version: Type.String(),
  provider_id: Type.String(),
  is_spot: Type.Boolean(),
  is_ready: Type.Boolean(),
  is_schedulable: Type.Boolean({ description: 'False when the node is cordoned.' }),
  capacity_type: oneOf(capacityTypes),
  architecture: Type.String({
    description: 'As in Kubernetes: amd64, arm64 and others; empty when not reported.',
  }),
  labels: textMap('Kubernetes labels of the node.'),
  created_at_k8s: Type.Optional(timestamp('Creation time in Kubernetes; absent when unknown.')),
  last_seen_at: timestamp('Time of the newest report that includes it.'),
});

const capacity = Type.Object({
  cpu: cpuCapacitySchema,
  memory: memoryCapacitySchema,
  gpu: gpuCapacitySchema,
  ephemeral_storage: Type.Object({
    total_bytes: bytes('Local disk for pods (ephemeral storage) in bytes.'),
  }),
  pods: Type.Object({ allocatable: count('Maximum number of pods.') }),
});

const usedOverAllocatable = Type.Optional(
  percent(
    'Usage relative to allocatable, in percent with two decimals; 0 where nothing is ' +
      'allocatable.',
  ),
);

const utilization = Type.Object({
  cpu: Type.Object({
    used_cores: Type.Optional(cores('Current usage; absent without metrics.')),
    utilization_percent: usedOverAllocatable,
  }),
  memory: Type.Object({
    used_bytes: Type.Optional(bytes('Current working set; absent without metrics.')),
    utilization_percent: usedOverAllocatable,
  }),
  gpu: Type.Optional(gpuUtilizationSchema),
  counts: Type.Object({
    pods: count('Pods on the node that Kubernetes lists, including finished ones.'),
    running_pods: count(),
  }),
});

const cost = costBlock('NodeCost', {
  on_demand_equivalent_hourly: Type.Optional(
    Type.Unsafe<Money>({
      ...moneySchema,
      description: "Hourly price on demand; equal to the node's price unless it is a spot node.",
    }),
  ),
  pricing_source: oneOf(pricingSources, { description: 'Source of the price.' }),
});

/** Node (contract, "Node"). */
export const nodeSchema = named(
  'Node',
  Type.Object({
    id: uuid('Kubernetes uid of the node.'),
    kind: oneOf(['Node']),
    metadata,
    capacity,
    utilization,
    cost,
  }),
);

export type Node = Static<typeof nodeSchema>;
