import { type Snapshot, type SnapshotAutoscaler } from '../snapshot-schema.ts';

/**
 * CPU targets of a workload's autoscalers, in percent of the request: by container, and under `''`
 * for the pods as a whole.
 */
export type CpuTargets = Record<string, number>;

/** The default of Kubernetes for an autoscaler without metrics. */
const defaultPercent = 80;

/** The lowest targets of a workload's autoscalers; undefined without an autoscaler. */
export function cpuTargetsByWorkload({
  hpas,
}: Snapshot): (kind: string, namespace: string, name: string) => CpuTargets | undefined {
  const byWorkload = new Map<string, CpuTargets>();
  for (const hpa of hpas) {
    const key = [hpa.target_kind, hpa.namespace, hpa.target_name].join('/');
    const targets = byWorkload.get(key) ?? (Object.create(null) as CpuTargets);
    byWorkload.set(key, targets);
    for (const [container, percent] of cpuTargets(hpa)) {
      targets[container] = Math.min(percent, targets[container] ?? percent);
    }
  }
  return (...workload) => byWorkload.get(workload.join('/'));
}

function cpuTargets({ metrics }: SnapshotAutoscaler): [container: string, percent: number][] {
  if (!metrics || metrics.length === 0) return [['', defaultPercent]];
  return metrics
    .filter(({ type }) => type === 'Resource' || type === 'ContainerResource')
    .filter(({ resource_name: name, target_type: by }) => name === 'cpu' && by === 'Utilization')
    .map((metric): [string, number] => [metric.container_name ?? '', Number(metric.target_value)])
    .filter(([, percent]) => Number.isInteger(percent) && percent > 0);
}
