import { sum } from './fixed-point.ts';
import { mapResources, type Quantities, type ResourceName } from './resources.ts';

/** A container of a pod in phase Running. */
export interface ContainerToCharge {
  requested: Quantities;
  /** Null if it was not measured, or if the container is not running. */
  used: { cpu: bigint | null; ram: bigint | null };
}

/** The quantities that a pod is charged for, whatever its node. */
export interface PodCharge {
  charged: Quantities;
  /** In the given order; the pod's charge is divided in proportion to them. */
  containers: Quantities[];
}

/**
 * Charges a pod, per resource, for the larger of its request and its usage (GPUs: its request). The
 * larger of the sums, not the sum of the larger ones: a container may use what another one requested.
 */
export function chargePod(containers: readonly ContainerToCharge[]): PodCharge {
  return {
    charged: mapResources((name) =>
      larger(
        sum(containers.map(({ requested }) => requested[name])),
        sum(containers.map((container) => usedOrRequested(name, container))),
      ),
    ),
    containers: containers.map((container) =>
      mapResources((name) => larger(container.requested[name], usedOrRequested(name, container))),
    ),
  };
}

function usedOrRequested(name: ResourceName, { requested, used }: ContainerToCharge): bigint {
  return (name === 'gpu' ? null : used[name]) ?? requested[name];
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b);
