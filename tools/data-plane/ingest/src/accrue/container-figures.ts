import {
  divideRounded,
  type Allocation,
  type NodeShare,
  type PerResource,
  type Quantities,
} from '@costplane/pricing';
import { type Figures } from '../describe/figures.ts';
import { type LedgerOwner, type LedgerPod } from './ledger-state.ts';
import {
  chargedMeasures,
  computeMeasures,
  mapMeasures,
  quantityMeasures,
  shareMeasures,
  type ChargedMeasure,
  type ContainerMeasure,
  type FigureTable,
} from './measures.ts';
import { type PricedItem } from './priced-item.ts';

export interface LedgerContainer {
  owner: LedgerOwner;
  pod_uid: string;
  pod_name: string;
  container_name: string;
  /** Null if its node is unknown. */
  node_uid: string | null;
  /** Its node; null if unknown. */
  item: PricedItem | null;
}

/** Without shares of the control plane fee. */
type OwnMeasure = Exclude<ContainerMeasure, 'management_cost_seconds'> | ChargedMeasure;

export type ContainerFigures = FigureTable<LedgerContainer, OwnMeasure>;

/** Figures of the containers of running pods. */
export function containerFigures(running: readonly LedgerPod[]): ContainerFigures {
  const containers = running.flatMap(listContainers);
  const measures = [
    ...computeMeasures,
    ...quantityMeasures,
    ...chargedMeasures,
    ...shareMeasures,
    'seconds',
  ] as const;
  return {
    rows: containers,
    figures: mapMeasures(measures, (measure) => containers.map(toFigure[measure])),
  };
}

interface RunningContainer extends LedgerContainer, Pick<Figures, 'requested' | 'used'> {
  gpusPerDevice: bigint;
  charged: Quantities | undefined;
  /** Undefined if its cost is unknown. */
  allocation: Allocation | undefined;
  /** Undefined if its node is unknown. */
  share: PerResource<NodeShare> | undefined;
}

function listContainers({ running, owner, item }: LedgerPod): RunningContainer[] {
  const { pod, node, containers, charge, shares, allocation } = running;
  return containers.map(({ container, figures }, index) => ({
    owner,
    pod_uid: pod.uid,
    pod_name: pod.name,
    container_name: container.name,
    node_uid: node?.uid ?? null,
    item,
    requested: figures.requested,
    used: figures.used,
    gpusPerDevice: node?.gpusPerDevice ?? 1n,
    charged: charge.containers[index],
    allocation: allocation?.containers[index],
    share: shares?.[index],
  }));
}

const nanodevices = 10n ** 9n;

const toFigure: Record<OwnMeasure, (container: RunningContainer) => bigint | null> = {
  cpu_cost_seconds: ({ allocation }) => allocation?.cost.cpu ?? null,
  memory_cost_seconds: ({ allocation }) => allocation?.cost.ram ?? null,
  gpu_cost_seconds: ({ allocation }) => allocation?.cost.gpu ?? null,
  idle_cost_seconds: ({ allocation }) => allocation?.idle ?? null,
  overhead_cost_seconds: ({ allocation }) => allocation?.overhead ?? null,
  cpu_requested_core_seconds: ({ requested }) => requested.cpu,
  memory_requested_byte_seconds: ({ requested }) => requested.ram,
  gpu_requested_seconds: ({ requested, gpusPerDevice }) =>
    divideRounded(requested.gpu * nanodevices, gpusPerDevice),
  cpu_used_core_seconds: ({ used }) => used.cpu,
  memory_used_byte_seconds: ({ used }) => used.ram,
  cpu_charged_core_seconds: ({ charged }) => charged?.cpu ?? null,
  memory_charged_byte_seconds: ({ charged }) => charged?.ram ?? null,
  cpu_direct_share_seconds: ({ share }) => share?.cpu.direct ?? null,
  cpu_loaded_share_seconds: ({ share }) => share?.cpu.loaded ?? null,
  memory_direct_share_seconds: ({ share }) => share?.ram.direct ?? null,
  memory_loaded_share_seconds: ({ share }) => share?.ram.loaded ?? null,
  gpu_direct_share_seconds: ({ share }) => share?.gpu.direct ?? null,
  gpu_loaded_share_seconds: ({ share }) => share?.gpu.loaded ?? null,
  seconds: () => 1n,
};
