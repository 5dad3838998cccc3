import { chargedQuantities } from '@costplane/pricing';
import type { LedgerOwner, LedgerPod } from './ledger-state.ts';
import type { ContainerMeasure, Measured } from './measures.ts';

export interface ContainerFigures {
  owner: LedgerOwner;
  pod_uid: string;
  pod_name: string;
  container_name: string;
  /** Null: its node is not known. */
  node_uid: string | null;
  figures: Measured<ContainerMeasure>;
}

/** Of the containers of a running pod, without a share of the control plane's fee. */
export function containerFigures({
  pod,
  node,
  owner,
  allocation,
  containers,
}: LedgerPod): ContainerFigures[] {
  return containers.map(({ container, figures }, index) => {
    const share = allocation?.containers[index];
    const { requested, used } = figures;
    const charged = chargedQuantities(figures);
    return {
      owner,
      pod_uid: pod.uid,
      pod_name: pod.name,
      container_name: container.name,
      node_uid: node?.uid ?? null,
      figures: {
        cpu_cost_seconds: share?.cost.cpu ?? null,
        memory_cost_seconds: share?.cost.ram ?? null,
        gpu_cost_seconds: share?.cost.gpu ?? null,
        idle_cost_seconds: share?.idle ?? null,
        overhead_cost_seconds: share?.overhead ?? null,
        management_cost_seconds: null,
        cpu_requested_core_seconds: requested.cpu,
        memory_requested_byte_seconds: requested.ram,
        gpu_requested_seconds: requested.gpu,
        cpu_used_core_seconds: used.cpu,
        memory_used_byte_seconds: used.ram,
        cpu_charged_core_seconds: charged.cpu,
        memory_charged_byte_seconds: charged.ram,
        seconds: 1n,
      },
    };
  });
}
