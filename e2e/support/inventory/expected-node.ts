import { type Cluster } from './cluster.ts';
import { type Basis, costBlock, money } from './cost-block.ts';
import { isSpot, nodeComponents, nodePrice, onDemandPrice, total } from './direct-cost.ts';
import { decimal, exact, type Exact, minus, toPercent } from './exact.ts';
import { instant } from './instant.ts';
import { type SnapshotNode } from './snapshot.ts';

/** The row of a node, from the snapshot alone. */
export function expectedNode(cluster: Cluster, node: SnapshotNode, basis: Basis) {
  const { timestamp } = cluster.snapshot;
  const pods = cluster.podsOfNode(node.name);
  return {
    id: node.uid,
    kind: 'Node',
    metadata: expectedMetadata(cluster, node),
    capacity: {
      cpu: { total_cores: node.cpu_capacity_cores, allocatable_cores: node.cpu_allocatable },
      memory: {
        total_bytes: node.memory_capacity_bytes,
        allocatable_bytes: node.memory_allocatable,
      },
      gpu: {
        total: node.gpu_capacity,
        allocatable: node.gpu_allocatable,
        model: node.gpu_model ?? '',
      },
      ephemeral_storage: { total_bytes: node.ephemeral_storage_bytes },
      pods: { allocatable: node.pod_allocatable },
    },
    utilization: {
      ...expectedUtilization(node),
      counts: {
        pods: pods.length,
        running_pods: pods.filter(({ phase }) => phase === 'Running').length,
      },
    },
    cost: {
      ...costBlock(
        {
          compute: nodeComponents(node),
          hasGpu: node.gpu_capacity > 0,
          unallocated: computeUnallocated(cluster, node),
        },
        basis,
        timestamp,
      ),
      on_demand_equivalent_hourly: money(onDemandPrice(node)),
      pricing_source: 'default_rates',
    },
  };
}

const expectedMetadata = (cluster: Cluster, node: SnapshotNode) => ({
  name: node.name,
  cluster: { id: cluster.id, name: cluster.name },
  instance_type: node.instance_type,
  node_group: node.node_group,
  availability_zone: node.zone,
  region: node.region,
  node_role: '',
  operating_system: node.os,
  kubelet_version: node.kubelet_version,
  provider_id: node.provider_id,
  is_spot: isSpot(node),
  is_ready: node.ready,
  is_schedulable: !node.unschedulable,
  capacity_type: node.capacity_type,
  architecture: node.architecture,
  labels: node.labels ?? {},
  created_at_k8s: instant(node.creation_timestamp),
  last_seen_at: instant(cluster.snapshot.timestamp),
});

/** Use in percent of what pods can be given. */
function expectedUtilization({
  cpu_usage_cores: cores,
  memory_usage_bytes: bytes,
  ...node
}: SnapshotNode) {
  return {
    cpu:
      cores === undefined
        ? {}
        : {
            used_cores: cores,
            utilization_percent: toPercent(decimal(cores), decimal(node.cpu_allocatable)),
          },
    memory:
      bytes === undefined
        ? {}
        : {
            used_bytes: bytes,
            utilization_percent: toPercent(exact(bytes), exact(node.memory_allocatable)),
          },
  };
}

/** The price less what the workloads on the node cost. */
export const computeUnallocated = (cluster: Cluster, node: SnapshotNode): Exact =>
  minus(
    nodePrice(node),
    total(
      cluster.costOf(cluster.podsOfNode(node.name).filter(({ owner_uid }) => owner_uid !== '')),
    ),
  );
