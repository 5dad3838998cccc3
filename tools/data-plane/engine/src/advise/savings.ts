import { divideRounded, type FixedPoint } from '@costplane/pricing';
import { type ContainerSizes, type NodeRates, type RunningPod } from '../workload-state.ts';
import { largest } from './arithmetic.ts';
import { type ContainerUsage } from './usage-figures.ts';

/** Hourly charges of the running pods, now and with other requests. */
export interface Savings {
  /** Hourly savings; negative if the change costs more. */
  hourly: FixedPoint;
  /** Sums over all pods, in nanocores and bytes. */
  chargedNow: Charged;
  chargedThen: Charged;
}

export interface Charged {
  cpu: bigint;
  memory: bigint;
}

/**
 * Savings of the change at current prices: for each running pod, its current charge less the charge
 * with the new requests, at the rates of its node. As in the ledger, a pod is charged for the
 * larger of its requests and its usage; the usage is the average of the window. Null if the cost of
 * any pod is unknown.
 */
export function computeSavings(
  running: readonly RunningPod[],
  recommended: readonly ContainerSizes[],
  usageOf: (containerName: string) => ContainerUsage,
): Savings | null {
  const sizes = new Map(recommended.map((container) => [container.name, container]));
  const [now, then] = [
    { cpu: 0n, memory: 0n },
    { cpu: 0n, memory: 0n },
  ];
  let hourly = 0n;
  for (const { containers, node } of running) {
    if (node === null) return null;
    const podNow = chargedFor(containers, usageOf);
    const podThen = chargedFor(
      containers.map((container) => sizes.get(container.name) ?? container),
      usageOf,
    );
    for (const resource of ['cpu', 'memory'] as const) {
      now[resource] += podNow[resource];
      then[resource] += podThen[resource];
      hourly += priceResource(podNow[resource] - podThen[resource], resource, node);
    }
  }
  return { hourly, chargedNow: now, chargedThen: then };
}

function chargedFor(
  containers: readonly ContainerSizes[],
  usageOf: (containerName: string) => ContainerUsage,
): Charged {
  const sumCharged = (resource: 'cpu' | 'memory') => {
    let [requested, used] = [0n, 0n];
    for (const { name, requests } of containers) {
      const request = requests[resource] ?? 0n;
      requested += request;
      used += usageOf(name)[resource]?.average ?? request;
    }
    return largest(requested, used);
  };
  return { cpu: sumCharged('cpu'), memory: sumCharged('memory') };
}

function priceResource(amount: bigint, resource: 'cpu' | 'memory', node: NodeRates): FixedPoint {
  const [price, capacity] =
    resource === 'cpu' ? [node.cpuHourly, node.cpu] : [node.memoryHourly, node.memory];
  return capacity === 0n ? 0n : divideRounded(price * amount, capacity);
}
