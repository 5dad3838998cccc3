import {
  bytes,
  cores,
  costBlock,
  count,
  cpuCapacitySchema,
  memoryCapacitySchema,
  type Money,
  moneySchema,
  named,
  oneOf,
  percent,
  referenceSchema,
  timestamp,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

/** What a name in a path or a filter may hold; clouds make names longer than Kubernetes does. */
export const longestGroupName = 1024;

const metadata = Type.Object({
  name: Type.String({ description: 'The value of the `node_group` of its nodes.' }),
  cluster: referenceSchema,
  instance_types: Type.Array(Type.String(), { description: 'Of its nodes, sorted, each once.' }),
  zones: Type.Array(Type.String(), { description: 'Of its nodes, sorted, each once.' }),
  spot_count: count('Nodes on spot capacity.'),
  ondemand_count: count('Nodes on any other capacity.'),
  spot_percentage: percent('Spot nodes over all nodes, two decimals.'),
  oldest_node_created_at_k8s: Type.Optional(
    timestamp('Creation of its oldest node; absent when unknown for all.'),
  ),
  status: oneOf(['healthy', 'degraded'], {
    description: 'Healthy when every node is ready.',
  }),
});

const usedOverMeasured = Type.Optional(
  percent(
    'Used over the allocatable of the nodes that report use, two decimals; 0 where nothing is ' +
      'allocatable.',
  ),
);

const utilization = Type.Object({
  cpu: Type.Object({
    used_cores: Type.Optional(
      cores('In use now on the nodes that report it; absent where none does.'),
    ),
    utilization_percent: usedOverMeasured,
  }),
  memory: Type.Object({
    used_bytes: Type.Optional(
      bytes('Working set now on the nodes that report it; absent where none does.'),
    ),
    utilization_percent: usedOverMeasured,
  }),
  counts: Type.Object({
    nodes: count(),
    ready_nodes: count(),
    pods: count('Pods on its nodes that Kubernetes lists, finished ones too.'),
  }),
});

const cost = costBlock('NodeGroupCost', {
  spot_savings_vs_ondemand_hourly: Type.Optional(
    Type.Unsafe<Money>({
      ...moneySchema,
      description:
        'What the spot nodes whose prices are known would cost per hour more on demand; 0 without ' +
        'spot nodes, absent where no price of theirs is known.',
    }),
  ),
});

/**
 * NodeGroup (contract, "NodeGroup"): sums over the nodes of one `node_group` in one cluster. The
 * contract's `nodes` array is never populated, and so is not here.
 */
export const nodeGroupSchema = named(
  'NodeGroup',
  Type.Object({
    id: Type.String({ description: '`ng-`, the id of the cluster, `-` and the name.' }),
    kind: oneOf(['NodeGroup']),
    metadata,
    capacity: Type.Object({ cpu: cpuCapacitySchema, memory: memoryCapacitySchema }),
    utilization,
    cost,
  }),
);

export type NodeGroup = Static<typeof nodeGroupSchema>;
