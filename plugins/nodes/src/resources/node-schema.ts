import {
  bytes,
  cores,
  costBlock,
  count,
  cpuCapacitySchema,
  described,
  gpuCapacitySchema,
  gpuUtilizationSchema,
  kind,
  memoryCapacitySchema,
  moneySchema,
  namedObject,
  oneOf,
  percent,
  referenceSchema,
  text,
  textMap,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

export const architectures = ['amd64', 'arm64'] as const;
export const capacityTypes = ['on-demand', 'spot', 'reserved', 'karpenter'] as const;
export const pricingSources = ['price_book', 'default_rates', 'custom', 'unknown'] as const;

const metadata = Type.Object(
  {
    name: text('Name of the node.'),
    cluster: described(referenceSchema, 'The cluster of the node.'),
    instance_type: text('Instance type; empty when unknown.'),
    node_group: Type.String({ description: 'Name of its node group; empty when it has none.' }),
    availability_zone: text('Availability zone; empty when unknown.'),
    region: text('Cloud region; empty when unknown.'),
    node_role: Type.String({
      description: "Roles from the node's labels, comma-separated; empty for a worker.",
    }),
    operating_system: text('Operating system, such as `linux`; empty when not reported.'),
    kubelet_version: text('Version of the kubelet; empty when not reported.'),
    provider_id: text('Id of the machine at its cloud provider; empty when there is none.'),
    is_spot: Type.Boolean({ description: 'Whether it runs on spot capacity.' }),
    is_ready: Type.Boolean({ description: 'Whether Kubernetes reports it as ready.' }),
    is_schedulable: Type.Boolean({ description: 'False when the node is cordoned.' }),
    capacity_type: oneOf(capacityTypes, { description: 'Purchase option of the machine.' }),
    architecture: Type.String({
      description: 'As in Kubernetes: amd64, arm64 and others; empty when not reported.',
    }),
    labels: textMap('Kubernetes labels of the node.'),
    created_at_k8s: Type.Optional(timestamp('Creation time in Kubernetes; absent when unknown.')),
    last_seen_at: timestamp('Time of the newest report that includes it.'),
  },
  { description: 'Name, machine and state.' },
);

const capacity = Type.Object(
  {
    cpu: cpuCapacitySchema,
    memory: memoryCapacitySchema,
    gpu: gpuCapacitySchema,
    ephemeral_storage: Type.Object(
      { total_bytes: bytes('Local disk for pods in bytes.') },
      { description: 'Ephemeral storage in bytes.' },
    ),
    pods: Type.Object(
      { allocatable: count('Maximum number of pods.') },
      { description: 'Number of pods.' },
    ),
  },
  { description: 'Capacity of the node.' },
);

const usedOverAllocatable = Type.Optional(
  percent(
    'Usage relative to allocatable, in percent with two decimals; 0 where nothing is ' +
      'allocatable.',
  ),
);

const utilization = Type.Object(
  {
    cpu: Type.Object(
      {
        used_cores: Type.Optional(cores('CPU cores in use now; absent without metrics.')),
        utilization_percent: usedOverAllocatable,
      },
      { description: 'CPU in cores.' },
    ),
    memory: Type.Object(
      {
        used_bytes: Type.Optional(bytes('Current working set in bytes; absent without metrics.')),
        utilization_percent: usedOverAllocatable,
      },
      { description: 'Memory in bytes.' },
    ),
    gpu: Type.Optional(gpuUtilizationSchema),
    counts: Type.Object(
      {
        pods: count('Pods on the node that Kubernetes lists, including finished ones.'),
        running_pods: count('Pods in the phase Running.'),
      },
      { description: 'Number of objects of each kind.' },
    ),
  },
  { description: 'Usage and counts.' },
);

const cost = costBlock('NodeCost', {
  on_demand_equivalent_hourly: Type.Optional(
    described(
      moneySchema,
      "Hourly on-demand price; equal to the node's price unless it is a spot node.",
    ),
  ),
  pricing_source: oneOf(pricingSources, { description: 'Source of the price.' }),
});

/** Node (contract, "Node"). */
export const nodeSchema = namedObject('Node', 'A node of a cluster.', {
  id: uuid('Kubernetes uid of the node.'),
  kind: kind('Node'),
  metadata,
  capacity,
  utilization,
  cost,
});

export type Node = Static<typeof nodeSchema>;
