import {
  bytes,
  cores,
  costBlock,
  count,
  cpuCapacitySchema,
  described,
  kind,
  memoryCapacitySchema,
  moneySchema,
  namedObject,
  oneOf,
  percent,
  referenceSchema,
  timestamp,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

/** Maximum length in paths and filters; clouds use longer names than Kubernetes allows. */
export const longestGroupName = 1024;

const metadata = Type.Object(
  {
    name: Type.String({ description: 'The `node_group` of its nodes.' }),
    cluster: described(referenceSchema, 'The cluster of the node group.'),
    instance_types: Type.Array(Type.String(), {
      description: 'Instance types of its nodes, sorted.',
    }),
    zones: Type.Array(Type.String(), { description: 'Availability zones of its nodes, sorted.' }),
    spot_count: count('Nodes on spot capacity.'),
    ondemand_count: count('Nodes on any other capacity.'),
    spot_percentage: percent('Share of spot nodes in percent, with two decimals.'),
    oldest_node_created_at_k8s: Type.Optional(
      timestamp('Creation time of its oldest node; absent when unknown.'),
    ),
    status: oneOf(['healthy', 'degraded'], {
      description: '`healthy` when all nodes are ready.',
    }),
  },
  { description: 'Name, machine types and state.' },
);

const usedOverMeasured = Type.Optional(
  percent(
    'Usage relative to the allocatable of the nodes that report usage, in percent with two ' +
      'decimals; 0 where nothing is allocatable.',
  ),
);

const utilization = Type.Object(
  {
    cpu: Type.Object(
      {
        used_cores: Type.Optional(
          cores('CPU cores in use on the nodes that report it; absent when none does.'),
        ),
        utilization_percent: usedOverMeasured,
      },
      { description: 'CPU in cores.' },
    ),
    memory: Type.Object(
      {
        used_bytes: Type.Optional(
          bytes('Working set in bytes of the nodes that report it; absent when none does.'),
        ),
        utilization_percent: usedOverMeasured,
      },
      { description: 'Memory in bytes.' },
    ),
    counts: Type.Object(
      {
        nodes: count('Nodes of the group.'),
        ready_nodes: count('Nodes that are ready.'),
        pods: count('Pods on its nodes that Kubernetes lists, including finished ones.'),
      },
      { description: 'Number of objects of each kind.' },
    ),
  },
  { description: 'Usage and counts.' },
);

const cost = costBlock('NodeGroupCost', {
  spot_savings_vs_ondemand_hourly: Type.Optional(
    described(
      moneySchema,
      'Additional cost per hour if its spot nodes ran on demand, over the spot nodes with ' +
        'known prices. 0 without spot nodes; absent when no price is known.',
    ),
  ),
});

/**
 * NodeGroup (contract, "NodeGroup"): sums over the nodes with the same `node_group` in one cluster.
 * The contract's `nodes` array is never populated, so it is omitted.
 */
export const nodeGroupSchema = namedObject(
  'NodeGroup',
  'A node group: sums over its nodes in one cluster.',
  {
    id: Type.String({ description: '`ng-<cluster id>-<group name>`' }),
    kind: kind('NodeGroup'),
    metadata,
    capacity: Type.Object(
      { cpu: cpuCapacitySchema, memory: memoryCapacitySchema },
      { description: 'Capacity of the nodes.' },
    ),
    utilization,
    cost,
  },
);

export type NodeGroup = Static<typeof nodeGroupSchema>;
