import { apportion } from './apportion.ts';
import { divideRounded, sum, type FixedPoint } from './fixed-point.ts';
import { mapResources, type PerResource, type Quantities, type ResourceName } from './resources.ts';

export interface NodeToAllocate {
  /** The node's hourly price, divided among its resources. */
  perResource: PerResource<FixedPoint>;
  capacity: Quantities;
  allocatable: Quantities;
}

/** A container of a pod in phase Running. */
export interface ContainerToCharge {
  requested: Quantities;
  /** Null if it was not measured, or if the container is not running. */
  used: { cpu: bigint | null; ram: bigint | null };
}

/** Part of a node's price that is assigned to a pod or container, per hour. */
export interface Allocation {
  /** Its direct cost. */
  cost: PerResource<FixedPoint>;
  /** Its share of idle cost. */
  idle: FixedPoint;
  /** Its share of overhead: the difference between capacity and allocatable. */
  overhead: FixedPoint;
}

export interface PodAllocation extends Allocation {
  /** In the given order; they add up to the pod. */
  containers: Allocation[];
}

export interface NodeAllocation {
  /** In the given order. */
  pods: PodAllocation[];
  /** Idle: the part of the allocatable that is not charged to any pod. */
  idle: PerResource<FixedPoint>;
  /** Overhead: the difference between allocatable and capacity. */
  overhead: PerResource<FixedPoint>;
  /** Idle and overhead of the resources that no pod on the node is charged for. */
  unallocated: FixedPoint;
}

/**
 * Charges each running pod, per resource, for the larger of its request and its usage (GPUs: its
 * request), at the node's rate: the resource's part of the price divided by its capacity. If the
 * charges of the pods exceed the allocatable, they are scaled down in proportion. Idle and overhead
 * are shared, per resource, in proportion to the charges.
 *
 * Pods, idle and overhead add up exactly to the node's price, for each resource; so do the pods
 * with their shares, and the unallocated cost.
 */
export function allocateNode(
  node: NodeToAllocate,
  pods: readonly (readonly ContainerToCharge[])[],
): NodeAllocation {
  const parts = mapResources((name) => allocateResource(name, node, pods));
  return {
    pods: pods.map((containers, pod) => {
      const podShares = mapResources((name) => at(parts[name].pods, pod));
      return {
        ...combine(podShares),
        containers: containers.map((_, container) =>
          combine(mapResources((name) => at(podShares[name].containers, container))),
        ),
      };
    }),
    idle: mapResources((name) => parts[name].idle),
    overhead: mapResources((name) => parts[name].overhead),
    unallocated: total(mapResources((name) => parts[name].unallocated)),
  };
}

/** The quantity that a container is charged for: the larger of request and usage. */
export function chargedQuantities(container: ContainerToCharge): Quantities {
  return mapResources((name) => containerCharge(name, container));
}

/** The same for one resource. */
interface ResourceShares {
  cost: FixedPoint;
  idle: FixedPoint;
  overhead: FixedPoint;
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
  const allCharged = sum(charged);
  const chargeQuantity = (quantity: bigint) =>
    capacity === 0n ? 0n : divideRounded(part * quantity, capacity);

  const direct = chargeQuantity(smaller(allCharged, allocatable));
  const usable = chargeQuantity(allocatable);
  const whole = { cost: direct, idle: usable - direct, overhead: part - usable };
  return {
    pods: share(whole, charged).map((podShares, pod) => ({
      ...podShares,
      containers: share(
        podShares,
        at(pods, pod).map((container) => containerCharge(name, container)),
      ),
    })),
    idle: whole.idle,
    overhead: whole.overhead,
    unallocated: allCharged === 0n ? part : 0n,
  };
}

function share(whole: ResourceShares, weights: readonly bigint[]): ResourceShares[] {
  const costs = apportion(whole.cost, weights);
  const idle = apportion(whole.idle, weights);
  const overhead = apportion(whole.overhead, weights);
  return weights.map((_, index) => ({
    cost: at(costs, index),
    idle: at(idle, index),
    overhead: at(overhead, index),
  }));
}

function combine(parts: PerResource<ResourceShares>): Allocation {
  return {
    cost: mapResources((name) => parts[name].cost),
    idle: total(mapResources((name) => parts[name].idle)),
    overhead: total(mapResources((name) => parts[name].overhead)),
  };
}

/** The larger of the sums, not the sum of the larger ones: a container may use what another one requested. */
export function podCharge(name: ResourceName, containers: readonly ContainerToCharge[]): bigint {
  const requested = sum(containers.map((container) => container.requested[name]));
  return larger(requested, sum(containers.map((container) => usedOrRequested(name, container))));
}

/** The larger of its request and its usage. */
export function containerCharge(name: ResourceName, container: ContainerToCharge): bigint {
  return larger(container.requested[name], usedOrRequested(name, container));
}

function usedOrRequested(name: ResourceName, { requested, used }: ContainerToCharge): bigint {
  return (name === 'gpu' ? null : used[name]) ?? requested[name];
}

const total = ({ cpu, ram, gpu }: PerResource<bigint>) => cpu + ram + gpu;
const larger = (a: bigint, b: bigint) => (a > b ? a : b);
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);

function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`);
  return item;
}
