import { clusterAt } from './cluster-at.ts';
import { makeUsage } from './make-container.ts';
import { type ClusterLayout, type PodPlan } from './plan.ts';
import { describeSituation } from './pod-situation.ts';

/** Usage of the replicas of a workload's container at a moment. */
export interface DemoUsage {
  workload_uid: string;
  container_name: string;
  /** One value per running replica, in any order. */
  cpu_nanocores: number[];
  memory_bytes: number[];
  /** The limit of each replica, in the same order; 0 means no limit. */
  cpu_limit_nanocores: number[];
}

/** Kinds whose pods are long-running replicas. */
const sampledKinds: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

/** Usage of the containers at this moment, without the rest of a snapshot. */
export function usageAt(layout: ClusterLayout, at: number): DemoUsage[] {
  if (!layout.spec.hasMetrics) return [];
  const usages = new Map<string, DemoUsage>();
  for (const pod of clusterAt(layout, at).pods) {
    if (isMeasured(pod, at)) addUsage(usages, pod, { spec: layout.spec, at });
  }
  return [...usages.values()];
}

function isMeasured(pod: PodPlan, at: number): boolean {
  if (!sampledKinds.has(pod.workload.kind)) return false;
  const { phase, status } = describeSituation(pod, at);
  return phase === 'Running' && status.state === 'running';
}

function addUsage(
  usages: Map<string, DemoUsage>,
  { workload, uid }: PodPlan,
  moment: { spec: ClusterLayout['spec']; at: number },
): void {
  for (const container of workload.containers) {
    const { name, cpu_limit_cores } = container;
    const key = `${workload.uid}/${name}`;
    let usage = usages.get(key);
    if (!usage) {
      usage = {
        workload_uid: workload.uid,
        container_name: name,
        cpu_nanocores: [],
        memory_bytes: [],
        cpu_limit_nanocores: [],
      };
      usages.set(key, usage);
    }
    const used = makeUsage(moment, workload, container, `${uid}/${name}`);
    usage.cpu_nanocores.push(nanocores(used.cpu_usage_cores));
    usage.memory_bytes.push(used.memory_usage_bytes);
    usage.cpu_limit_nanocores.push(nanocores(cpu_limit_cores));
  }
}

const nanocores = (cores: number) => Math.round(cores * 1e9);
