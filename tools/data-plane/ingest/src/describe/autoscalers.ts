import { type Snapshot, type SnapshotAutoscaler } from '../snapshot-schema.ts';

/**
 * At which use of CPU, in percent of the request, autoscalers hold a workload: by container, and
 * under `''` its pods as a whole.
 */
export type CpuTargets = Record<string, number>;

/** What Kubernetes sets for an autoscaler that names no metric. */
const defaultPercent = 80;

/** The targets of a workload's autoscalers, the lowest of each; undefined: it has no autoscaler. */
export function cpuTargetsByWorkload({
  hpas,
}: Snapshot): (kind: string, namespace: string, name: string) => CpuTargets | undefined {
  const byWorkload = new Map<string, CpuTargets>();
  for (const hpa of hpas) {
    const key = [hpa.target_kind, hpa.namespace, hpa.target_name].join('/');
    const targets = byWorkload.get(key) ?? {};
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
