import { clusterAt } from './cluster-at.ts';
import { makeUsage } from './make-container.ts';
import { type ClusterLayout, type PodPlan } from './plan.ts';
import { describeSituation } from './pod-situation.ts';

/** What the replicas of a workload's container use at a moment. */
export interface DemoUsage {
  workload_uid: string;
  container_name: string;
  /** One figure for each replica that runs, in any order. */
  cpu_nanocores: number[];
  memory_bytes: number[];
  /** Of each replica in the same place; 0: it has no limit. */
  cpu_limit_nanocores: number[];
}

/** Pods of these are replicas of each other that go on for long. */
const sampledKinds: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

/** What the containers of a snapshot of this moment would use, without the rest of it. */
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
