import { apportion } from './apportion.ts';
import { type PodCharge } from './charge-pod.ts';
import { divideRounded, sum } from './fixed-point.ts';
import { mapResources, type PerResource, type Quantities, type ResourceName } from './resources.ts';

/** The whole node, in the unit of shares, for each resource. */
export const wholeNode = 10n ** 12n;

/** A container's share of a node's resource, as an integer fraction of `wholeNode`. */
export interface NodeShare {
  /** The share that it is charged for, scaled down if necessary. */
  direct: bigint;
  /** The charged share plus its shares of idle and overhead. */
  loaded: bigint;
}

/** The price-independent facts of a node that determine shares. */
export interface NodeToShare {
  capacity: Quantities;
  allocatable: Quantities;
}

/**
 * Divides a node among its pods as `allocateNode` divides its price, but independent of the price:
 * returns the shares of each container of each pod. For a resource that any pod is charged for, the
 * loaded shares add up exactly to the whole node. A share times a price is a cost, so shares × time
 * are all that must be stored to reprice the past.
 */
export function shareNode(
  node: NodeToShare,
  pods: readonly PodCharge[],
): PerResource<NodeShare>[][] {
  const parts = mapResources((name) => shareResource(name, node, pods));
  return pods.map(({ containers }, pod) =>
    containers.map((_, container) =>
      mapResources((name) => parts[name][pod]?.[container] ?? nothing),
    ),
  );
}

/** The allocatable share of each resource, as an integer fraction of `wholeNode`. */
export function usableShares({ capacity, allocatable }: NodeToShare): PerResource<bigint> {
  return mapResources((name) =>
    divideShare(smaller(allocatable[name], capacity[name]), capacity[name]),
  );
}

const nothing: NodeShare = { direct: 0n, loaded: 0n };

function shareResource(
  name: ResourceName,
  { capacity, allocatable }: NodeToShare,
  pods: readonly PodCharge[],
): NodeShare[][] {
  const has = capacity[name];
  const charged = pods.map((pod) => pod.charged[name]);
  const allCharged = sum(charged);
  if (has === 0n || allCharged === 0n) return [];
  const direct = divideShare(smaller(smaller(allCharged, allocatable[name]), has), has);
  const podShares = apportion(wholeNode, charged);
  return pods.map(({ containers }, pod) =>
    apportion(
      podShares[pod] ?? 0n,
      containers.map((container) => container[name]),
    ).map((loaded) => ({ direct: (loaded * direct) / wholeNode, loaded })),
  );
}

const divideShare = (part: bigint, whole: bigint) =>
  whole === 0n ? 0n : divideRounded(part * wholeNode, whole);
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
