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

/** What of a node's price falls to a pod or a container, per hour. */
export interface Allocation {
  /** Its direct cost. */
  cost: PerResource<FixedPoint>;
  /** Its share of what nobody on the node is charged for. */
  idle: FixedPoint;
  /** Its share of what the node keeps for itself. */
  overhead: FixedPoint;
}

export interface PodAllocation extends Allocation {
  /** In the order given; they add up to the pod. */
  containers: Allocation[];
}

export interface NodeAllocation {
  /** In the order given. */
  pods: PodAllocation[];
  /** What of the allocatable nobody is charged for. */
  idle: PerResource<FixedPoint>;
  /** What lies between allocatable and capacity. */
  overhead: PerResource<FixedPoint>;
  /** Idle and overhead of the resources that no pod of the node asks for. */
  unallocated: FixedPoint;
}

/**
 * Charges each running pod, per resource, for the larger of what it requests and what it uses
 * (GPUs: what it requests), at the node's rate: the resource's part of the price over its
 * capacity. Where the pods together exceed the allocatable, their charges shrink in proportion.
 * Idle and overhead are shared, per resource, in proportion to what is charged.
 *
 * Pods, idle and overhead add up to the node's price exactly, resource by resource; so do the
 * pods with their shares, and what is unallocated.
 */
export function allocateNode(
  node: NodeToAllocate,
  pods: readonly (readonly ContainerToCharge[])[],
): NodeAllocation {
  const parts = mapResources((name) => allocateResource(name, node, pods));
  return {
    pods: pods.map((containers, pod) => {
      const ofPod = mapResources((name) => at(parts[name].pods, pod));
      return {
        ...combine(ofPod),
        containers: containers.map((_, container) =>
          combine(mapResources((name) => at(ofPod[name].containers, container))),
        ),
      };
    }),
    idle: mapResources((name) => parts[name].idle),
    overhead: mapResources((name) => parts[name].overhead),
    unallocated: total(mapResources((name) => parts[name].unallocated)),
  };
}

/** What a container is charged for: the larger of request and use. */
export function chargedQuantities(container: ContainerToCharge): Quantities {
  return mapResources((name) => containerCharge(name, container));
}

/** Of one resource. */
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
    pods: share(whole, charged).map((ofPod, pod) => ({
      ...ofPod,
      containers: share(
        ofPod,
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

/** The larger of the sums, not the sum of the larger ones: one container may use another's room. */
export function podCharge(name: ResourceName, containers: readonly ContainerToCharge[]): bigint {
  const requested = sum(containers.map((container) => container.requested[name]));
  return larger(requested, sum(containers.map((container) => usedOrRequested(name, container))));
}

/** The larger of what it requests and what it uses. */
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
