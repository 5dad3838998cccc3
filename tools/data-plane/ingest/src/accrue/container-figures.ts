import { divideRounded, type NodeShare, type PerResource } from '@costplane/pricing';
import { type RunningPod } from '../describe/allocate-nodes.ts';
import { type LedgerOwner, type LedgerPod } from './ledger-state.ts';
import {
  mapMeasures,
  shareMeasures,
  type ChargedMeasure,
  type ContainerMeasure,
  type Measured,
  type ShareMeasure,
} from './measures.ts';
import { type PricedItem } from './priced-item.ts';

export interface ContainerFigures {
  owner: LedgerOwner;
  pod_uid: string;
  pod_name: string;
  container_name: string;
  /** Null if its node is unknown. */
  node_uid: string | null;
  /** Its node; null if unknown. */
  item: PricedItem | null;
  figures: Measured<ContainerMeasure | ChargedMeasure>;
}

/** Figures of the containers of a running pod, without shares of the control plane fee. */
export function containerFigures({ running, owner, item }: LedgerPod): ContainerFigures[] {
  const { pod, node, containers, charge, shares, allocation } = running;
  return containers.map(({ container, figures }, index) => {
    const share = allocation?.containers[index];
    const { requested, used } = figures;
    const charged = charge.containers[index];
    return {
      owner,
      pod_uid: pod.uid,
      pod_name: pod.name,
      container_name: container.name,
      node_uid: node?.uid ?? null,
      item,
      figures: {
        cpu_cost_seconds: share?.cost.cpu ?? null,
        memory_cost_seconds: share?.cost.ram ?? null,
        gpu_cost_seconds: share?.cost.gpu ?? null,
        idle_cost_seconds: share?.idle ?? null,
        overhead_cost_seconds: share?.overhead ?? null,
        management_cost_seconds: null,
        cpu_requested_core_seconds: requested.cpu,
        memory_requested_byte_seconds: requested.ram,
        gpu_requested_seconds: toDevices(requested.gpu, node),
        cpu_used_core_seconds: used.cpu,
        memory_used_byte_seconds: used.ram,
        cpu_charged_core_seconds: charged?.cpu ?? null,
        memory_charged_byte_seconds: charged?.ram ?? null,
        ...shareFigures(shares?.[index]),
        seconds: 1n,
      },
    };
  });
}

const nanodevices = 10n ** 9n;

const toDevices = (gpus: bigint, node: RunningPod['node']) =>
  divideRounded(gpus * nanodevices, node?.gpusPerDevice ?? 1n);

function shareFigures(share: PerResource<NodeShare> | undefined): Measured<ShareMeasure> {
  if (!share) return mapMeasures(shareMeasures, () => null);
  return {
    cpu_direct_share_seconds: share.cpu.direct,
    cpu_loaded_share_seconds: share.cpu.loaded,
    memory_direct_share_seconds: share.ram.direct,
    memory_loaded_share_seconds: share.ram.loaded,
    gpu_direct_share_seconds: share.gpu.direct,
    gpu_loaded_share_seconds: share.gpu.loaded,
  };
}
