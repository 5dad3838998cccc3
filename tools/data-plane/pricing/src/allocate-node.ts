import { apportion } from './apportion.ts';
import { type PodCharge } from './charge-pod.ts';
import { divideRounded, sum, type FixedPoint } from './fixed-point.ts';
import { mapResources, type PerResource, type Quantities, type ResourceName } from './resources.ts';

export interface NodeToAllocate {
  /** The node's hourly price, divided among its resources. */
  perResource: PerResource<FixedPoint>;
  capacity: Quantities;
  allocatable: Quantities;
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
 * Charges each running pod, per resource, for its charged quantity at the node's rate: the
 * resource's part of the price divided by its capacity. If the charges of the pods exceed the
 * allocatable, they are scaled down in proportion. Idle and overhead are shared, per resource, in
 * proportion to the charges.
 *
 * Pods, idle and overhead add up exactly to the node's price, for each resource; so do the pods
 * with their shares, and the unallocated cost.
 */
export function allocateNode(node: NodeToAllocate, pods: readonly PodCharge[]): NodeAllocation {
  const parts = mapResources((name) => allocateResource(name, node, pods));
  const { cpu, ram, gpu } = parts;
  return {
    pods: pods.map(({ containers }, pod) => {
      const [cpus, rams, gpus] = [cpu.containers[pod], ram.containers[pod], gpu.containers[pod]];
      return {
        ...combine(cpu.pods[pod], ram.pods[pod], gpu.pods[pod]),
        containers: containers.map((_, index) =>
          combine(cpus?.[index], rams?.[index], gpus?.[index]),
        ),
      };
    }),
    idle: mapResources((name) => parts[name].whole.idle),
    overhead: mapResources((name) => parts[name].whole.overhead),
    unallocated: cpu.unallocated + ram.unallocated + gpu.unallocated,
  };
}

/** The same for one resource. */
interface ResourceShares {
  cost: FixedPoint;
  idle: FixedPoint;
  overhead: FixedPoint;
}

interface ResourceAllocation {
  whole: ResourceShares;
  /** Empty, like `containers`, if no pod is charged. */
  pods: ResourceShares[];
  containers: ResourceShares[][];
  unallocated: FixedPoint;
}

const nothing: ResourceShares = { cost: 0n, idle: 0n, overhead: 0n };

function allocateResource(
  name: ResourceName,
  node: NodeToAllocate,
  pods: readonly PodCharge[],
): ResourceAllocation {
  const part = node.perResource[name];
  const capacity = node.capacity[name];
  const allocatable = smaller(node.allocatable[name], capacity);
  const charged = pods.map((pod) => pod.charged[name]);
  const allCharged = sum(charged);
  const chargeQuantity = (quantity: bigint) =>
    capacity === 0n ? 0n : divideRounded(part * quantity, capacity);

  const direct = chargeQuantity(smaller(allCharged, allocatable));
  const usable = chargeQuantity(allocatable);
  const whole = { cost: direct, idle: usable - direct, overhead: part - usable };
  if (allCharged === 0n) return { whole, pods: [], containers: [], unallocated: part };
  const shares = share(whole, charged);
  return {
    whole,
    pods: shares,
    containers: pods.map(({ containers }, pod) =>
      share(
        shares[pod] ?? nothing,
        containers.map((container) => container[name]),
      ),
    ),
    unallocated: 0n,
  };
}

function share(whole: ResourceShares, weights: readonly bigint[]): ResourceShares[] {
  // Most pods have a single container, whose weight is 0 only if the pod is not charged.
  if (weights.length === 1) return [whole];
  const costs = apportion(whole.cost, weights);
  const idle = apportion(whole.idle, weights);
  const overhead = apportion(whole.overhead, weights);
  return weights.map((_, index) => ({
    cost: costs[index] ?? 0n,
    idle: idle[index] ?? 0n,
    overhead: overhead[index] ?? 0n,
  }));
}

const combine = (cpu = nothing, ram = nothing, gpu = nothing): Allocation => ({
  cost: { cpu: cpu.cost, ram: ram.cost, gpu: gpu.cost },
  idle: cpu.idle + ram.idle + gpu.idle,
  overhead: cpu.overhead + ram.overhead + gpu.overhead,
});

const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
