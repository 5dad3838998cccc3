import { type Cluster } from './cluster.ts';
import { type Basis, costBlock, money } from './cost-block.ts';
import {
  forEachResource,
  isSpot,
  nodeComponents,
  nodePrice,
  onDemandPrice,
  type Resources,
} from './direct-cost.ts';
import { decimal, exact, type Exact, minus, toPercent, sum, toNumber } from './exact.ts';
import { computeUnallocated } from './expected-node.ts';
import { instant } from './instant.ts';
import { type SnapshotNode } from './snapshot.ts';

/** The rows of a cluster's node groups, from the snapshot alone. */
export const expectedNodeGroups = (cluster: Cluster, basis: Basis) =>
  [...Map.groupBy(cluster.snapshot.nodes, ({ node_group }) => node_group)].map(([name, nodes]) =>
    expectedNodeGroup(cluster, name, nodes, basis),
  );

function expectedNodeGroup(
  cluster: Cluster,
  name: string,
  nodes: readonly SnapshotNode[],
  basis: Basis,
) {
  const unallocated = sum(nodes.map((node) => computeUnallocated(cluster, node)));
  return {
    id: `ng-${cluster.id}-${name}`,
    kind: 'NodeGroup',
    metadata: expectedMetadata(cluster, name, nodes),
    capacity: capacityOfNodes(nodes),
    utilization: {
      ...useOfNodes(nodes),
      counts: {
        nodes: nodes.length,
        ready_nodes: nodes.filter(({ ready }) => ready).length,
        pods: nodes.flatMap((node) => cluster.podsOfNode(node.name)).length,
      },
    },
    cost: {
      ...costBlock(
        {
          compute: componentsOfNodes(nodes),
          hasGpu: nodes.some((node) => node.gpu_capacity > 0),
          unallocated,
        },
        basis,
        cluster.snapshot.timestamp,
      ),
      spot_savings_vs_ondemand_hourly: money(computeSavings(nodes)),
    },
  };
}

function expectedMetadata(cluster: Cluster, name: string, nodes: readonly SnapshotNode[]) {
  const distinct = (values: readonly string[]) => [...new Set(values)].sort();
  const spots = nodes.filter(isSpot).length;
  return {
    name,
    cluster: { id: cluster.id, name: cluster.name },
    instance_types: distinct(nodes.map(({ instance_type }) => instance_type)),
    zones: distinct(nodes.map(({ zone }) => zone)),
    spot_count: spots,
    ondemand_count: nodes.length - spots,
    spot_percentage: toPercent(exact(spots), exact(nodes.length)),
    oldest_node_created_at_k8s: instant(Math.min(...nodes.map((node) => node.creation_timestamp))),
    status: nodes.every(({ ready }) => ready) ? 'healthy' : 'degraded',
  };
}

export function componentsOfNodes(nodes: readonly SnapshotNode[]): Resources {
  const components = nodes.map(nodeComponents);
  return forEachResource((resource) => sum(components.map((node) => node[resource])));
}

export function capacityOfNodes(nodes: readonly SnapshotNode[]) {
  const of = (pick: (node: SnapshotNode) => Exact) => toNumber(sum(nodes.map(pick)));
  return {
    cpu: {
      total_cores: of((node) => decimal(node.cpu_capacity_cores)),
      allocatable_cores: of((node) => decimal(node.cpu_allocatable)),
    },
    memory: {
      total_bytes: of((node) => exact(node.memory_capacity_bytes)),
      allocatable_bytes: of((node) => exact(node.memory_allocatable)),
    },
  };
}

/** Either every node of these snapshots reports its use, or none does. */
export function useOfNodes(nodes: readonly SnapshotNode[]) {
  if (nodes.every(({ cpu_usage_cores }) => cpu_usage_cores === undefined)) {
    return { cpu: {}, memory: {} };
  }
  const of = (pick: (node: SnapshotNode) => Exact) => sum(nodes.map(pick));
  const cores = of((node) => decimal(node.cpu_usage_cores!));
  const bytes = of((node) => exact(node.memory_usage_bytes!));
  return {
    cpu: {
      used_cores: toNumber(cores),
      utilization_percent: toPercent(
        cores,
        of((node) => decimal(node.cpu_allocatable)),
      ),
    },
    memory: {
      used_bytes: toNumber(bytes),
      utilization_percent: toPercent(
        bytes,
        of((node) => exact(node.memory_allocatable)),
      ),
    },
  };
}

const computeSavings = (nodes: readonly SnapshotNode[]): Exact =>
  sum(nodes.filter(isSpot).map((node) => minus(onDemandPrice(node), nodePrice(node))));
