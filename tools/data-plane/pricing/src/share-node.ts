import { containerCharge, podCharge, type ContainerToCharge } from './allocate-node.ts';
import { apportion } from './apportion.ts';
import { divideRounded, sum } from './fixed-point.ts';
import { mapResources, type PerResource, type Quantities, type ResourceName } from './resources.ts';

/** All that a node has of a resource, in the unit of shares. */
export const wholeNode = 10n ** 12n;

/** A container's part of a node's resource, as a whole number of `wholeNode`. */
export interface NodeShare {
  /** What it is charged for, as far as that fits. */
  direct: bigint;
  /** With its part of what nobody is charged for and of what the node keeps for itself. */
  loaded: bigint;
}

/** What of a node has to do with its price, whatever that is. */
export interface NodeToShare {
  capacity: Quantities;
  allocatable: Quantities;
}

/**
 * Divides a node among its pods as `allocateNode` divides its price, but without one: for each
 * container of each pod its shares. Of a resource that anybody is charged for, the loaded shares
 * add up to the whole node exactly. A share times a price is a cost, so that shares × time are what
 * is to be known of the past to price it anew.
 */
export function shareNode(
  node: NodeToShare,
  pods: readonly (readonly ContainerToCharge[])[],
): PerResource<NodeShare>[][] {
  const parts = mapResources((name) => shareResource(name, node, pods));
  return pods.map((containers, pod) =>
    containers.map((_, container) =>
      mapResources((name) => parts[name][pod]?.[container] ?? nothing),
    ),
  );
}

/** What pods may use of each resource, as a whole number of `wholeNode`. */
export function usableShares({ capacity, allocatable }: NodeToShare): PerResource<bigint> {
  return mapResources((name) =>
    divideShare(smaller(allocatable[name], capacity[name]), capacity[name]),
  );
}

const nothing: NodeShare = { direct: 0n, loaded: 0n };

function shareResource(
  name: ResourceName,
  { capacity, allocatable }: NodeToShare,
  pods: readonly (readonly ContainerToCharge[])[],
): NodeShare[][] {
  const has = capacity[name];
  if (has === 0n) return [];
  const charged = pods.map((containers) => podCharge(name, containers));
  const fitting = smaller(smaller(sum(charged), allocatable[name]), has);
  const direct = divideShare(fitting, has);
  return apportion(wholeNode, charged).map((ofPod, pod) => {
    const containers = pods[pod] ?? [];
    return apportion(
      ofPod,
      containers.map((container) => containerCharge(name, container)),
    ).map((loaded) => ({ direct: (loaded * direct) / wholeNode, loaded }));
  });
}

const divideShare = (part: bigint, whole: bigint) =>
  whole === 0n ? 0n : divideRounded(part * wholeNode, whole);
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
