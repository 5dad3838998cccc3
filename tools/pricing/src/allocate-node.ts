import { apportion } from './apportion.ts';
import { divideRounded, sum, type FixedPoint } from './fixed-point.ts';
import { mapResources, type PerResource, type Quantities, type ResourceName } from './resources.ts';

export interface NodeToAllocate {
  /** The node's hourly price, divided over its resources. */
  perResource: PerResource<FixedPoint>;
  capacity: Quantities;
  allocatable: Quantities;
}

/** A container of a pod in phase Running. */
export interface ContainerToCharge {
  requested: Quantities;
  /** Null where it was not measured, or where the container does not run. */
  used: { cpu: bigint | null; ram: bigint | null };
}

/** The direct cost of a pod per hour, and of each of its containers in the order given. */
export interface PodAllocation {
  cost: PerResource<FixedPoint>;
  containers: PerResource<FixedPoint>[];
}

export interface NodeAllocation {
  /** In the order given. */
  pods: PodAllocation[];
  /** What of the allocatable nobody is charged for. */
  idle: PerResource<FixedPoint>;
  /** What lies between allocatable and capacity. */
  overhead: PerResource<FixedPoint>;
}

/**
 * Charges each running pod, per resource, for the larger of what it requests and what it uses
 * (GPUs: what it requests), at the node's rate: the resource's part of the price over its
 * capacity. Where the pods together exceed the allocatable, their charges shrink in proportion.
 *
 * Pods, idle and overhead add up to the node's price exactly, resource by resource.
 */
export function allocateNode(
  node: NodeToAllocate,
  pods: readonly (readonly ContainerToCharge[])[],
): NodeAllocation {
  const shares = mapResources((name) => allocateResource(name, node, pods));
  return {
    pods: pods.map((containers, pod) => ({
      cost: mapResources((name) => at(shares[name].pods, pod).cost),
      containers: containers.map((_, container) =>
        mapResources((name) => at(at(shares[name].pods, pod).containers, container)),
      ),
    })),
    idle: mapResources((name) => shares[name].idle),
    overhead: mapResources((name) => shares[name].overhead),
  };
}

function allocateResource(
  name: ResourceName,
  node: NodeToAllocate,
  pods: readonly (readonly ContainerToCharge[])[],
) {
  const part = node.perResource[name];
  const capacity = node.capacity[name];
  const allocatable = smaller(node.allocatable[name], capacity);
  const charged = pods.map((containers) => podCharge(name, containers));
  const costOf = (quantity: bigint) =>
    capacity === 0n ? 0n : divideRounded(part * quantity, capacity);

  const direct = costOf(smaller(sum(charged), allocatable));
  const usable = costOf(allocatable);
  return {
    pods: apportion(direct, charged).map((cost, pod) => ({
      cost,
      containers: apportion(
        cost,
        at(pods, pod).map((container) => containerCharge(name, container)),
      ),
    })),
    idle: usable - direct,
    overhead: part - usable,
  };
}

/** The larger of the sums, not the sum of the larger ones: one container may use another's room. */
function podCharge(name: ResourceName, containers: readonly ContainerToCharge[]): bigint {
  const requested = sum(containers.map((container) => container.requested[name]));
  return larger(requested, sum(containers.map((container) => usedOrRequested(name, container))));
}

function containerCharge(name: ResourceName, container: ContainerToCharge): bigint {
  return larger(container.requested[name], usedOrRequested(name, container));
}

function usedOrRequested(name: ResourceName, { requested, used }: ContainerToCharge): bigint {
  return (name === 'gpu' ? null : used[name]) ?? requested[name];
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b);
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);

function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`);
  return item;
}
