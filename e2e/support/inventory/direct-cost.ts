import { decimal, exact, type Exact, isMore, larger, over, reduced, sum, times } from './exact.ts';
import {
  type Snapshot,
  type SnapshotContainer,
  type SnapshotNode,
  type SnapshotPod,
  type SnapshotVolume,
} from './snapshot.ts';

// The rules of cost (decision 28), anew and in exact arithmetic.

export interface Resources {
  readonly cpu: Exact;
  readonly ram: Exact;
  readonly gpu: Exact;
}

/** Default rates in USD per hour, of a core, a GiB and a GPU. */
const onDemandRates = { cpu: decimal('0.031611'), ram: decimal('0.004237'), gpu: decimal('0.95') };
const spotRates = { cpu: decimal('0.006655'), ram: decimal('0.000892'), gpu: decimal('0.95') };
const volumeRate = decimal('0.00005479');

const gib = exact(2n ** 30n);

export const forEachResource = (make: (name: keyof Resources) => Exact): Resources => ({
  cpu: make('cpu'),
  ram: make('ram'),
  gpu: make('gpu'),
});
export const total = ({ cpu, ram, gpu }: Resources) => sum([cpu, ram, gpu]);
export const noCost = forEachResource(() => exact(0n));

/** Cores, GiB and GPUs that a node has. */
const toCapacity = (node: SnapshotNode): Resources => ({
  cpu: decimal(node.cpu_capacity_cores),
  ram: over(exact(node.memory_capacity_bytes), gib),
  gpu: exact(node.gpu_capacity),
});

const toAllocatable = (node: SnapshotNode): Resources => ({
  cpu: decimal(node.cpu_allocatable),
  ram: over(exact(node.memory_allocatable), gib),
  gpu: exact(node.gpu_allocatable),
});

const costAt = (rates: Resources, quantities: Resources): Resources =>
  forEachResource((name) => times(rates[name], quantities[name]));

export const isSpot = (node: SnapshotNode) => node.capacity_type === 'spot';

export const nodePrice = (node: SnapshotNode): Exact =>
  total(costAt(isSpot(node) ? spotRates : onDemandRates, toCapacity(node)));

export const onDemandPrice = (node: SnapshotNode): Exact =>
  total(costAt(onDemandRates, toCapacity(node)));

/** The node's price divided in proportion to what each resource costs on demand. */
export function nodeComponents(node: SnapshotNode): Resources {
  const weights = costAt(onDemandRates, toCapacity(node));
  const share = over(nodePrice(node), total(weights));
  return forEachResource((name) => reduced(times(share, weights[name])));
}

/** What a core, a GiB and a GPU of the node cost. */
function computeRates(node: SnapshotNode): Resources {
  const share = over(nodePrice(node), onDemandPrice(node));
  return forEachResource((name) => reduced(times(share, onDemandRates[name])));
}

/** What every running pod costs, by uid. */
export function directCosts({ nodes, pods }: Snapshot): ReadonlyMap<string, Resources> {
  const costs = new Map<string, Resources>();
  const running = Map.groupBy(
    pods.filter(({ phase }) => phase === 'Running'),
    ({ node_name }) => node_name,
  );
  for (const node of nodes) {
    const onNode = running.get(node.name) ?? [];
    const [rates, fit] = [computeRates(node), computeFit(node, onNode)];
    for (const pod of onNode) {
      const charge = computeCharge(pod);
      const fitting = forEachResource((name) => times(charge[name], fit[name]));
      costs.set(pod.uid, costAt(rates, fitting));
    }
  }
  return costs;
}

/** Per resource, the larger of what the pod requests and what it uses. */
function computeCharge({ containers }: SnapshotPod): Resources {
  const of = (pick: (container: SnapshotContainer) => Exact) => sum(containers.map(pick));
  return {
    cpu: larger(
      of(({ cpu_request_cores }) => decimal(cpu_request_cores)),
      of(({ cpu_usage_cores = 0 }) => decimal(cpu_usage_cores)),
    ),
    ram: over(
      larger(
        of(({ memory_request_bytes }) => exact(memory_request_bytes)),
        of(({ memory_usage_bytes = 0 }) => exact(memory_usage_bytes)),
      ),
      gib,
    ),
    gpu: of(({ gpu_request }) => exact(gpu_request)),
  };
}

/** By how much the charges shrink where the pods together exceed what the node can allocate. */
function computeFit(node: SnapshotNode, pods: readonly SnapshotPod[]): Resources {
  const charges = pods.map(computeCharge);
  const allocatable = toAllocatable(node);
  return forEachResource((name) => {
    const charged = sum(charges.map((charge) => charge[name]));
    return isMore(charged, allocatable[name])
      ? reduced(over(allocatable[name], charged))
      : exact(1n);
  });
}

export const volumePrice = ({ capacity }: SnapshotVolume): Exact =>
  times(over(exact(capacity), gib), volumeRate);

/** The bound volumes whose claim is there, with the path of the claim. */
export function claimedVolumes({ pvs, pvcs }: Snapshot) {
  const claims = new Set(pvcs.map(({ namespace, name }) => `${namespace}/${name}`));
  return pvs.flatMap((volume) => {
    const { claim_ref: claim, phase } = volume;
    if (phase !== 'Bound' || !claim) return [];
    const path = `${claim.namespace}/${claim.name}`;
    return claims.has(path) ? [{ namespace: claim.namespace, path, volume }] : [];
  });
}
