import { type Pod, type WorkloadTotals } from './snapshot.ts';
import { sumCores, sumBy } from './units.ts';

/** Whether a pod has finished: it is still listed, but uses no resources. */
export function hasEnded(pod: Pod): boolean {
  return pod.phase === 'Succeeded' || pod.phase === 'Failed';
}

/** Sums over the application containers of unfinished pods, as the agent computes them. */
export function workloadTotals(pods: readonly Pod[]): WorkloadTotals {
  const containers = pods.filter((pod) => !hasEnded(pod)).flatMap((pod) => pod.containers ?? []);
  const isMeasured = containers.some((container) => container.cpu_usage_cores !== undefined);
  return {
    total_cpu_request: sumCores(containers, (container) => container.cpu_request_cores),
    total_memory_request: sumBy(containers, (container) => container.memory_request_bytes),
    total_cpu_limit: sumCores(containers, (container) => container.cpu_limit_cores),
    total_memory_limit: sumBy(containers, (container) => container.memory_limit_bytes),
    ...(isMeasured && {
      total_cpu_usage: sumCores(containers, (container) => container.cpu_usage_cores ?? 0),
      total_memory_usage: sumBy(containers, (container) => container.memory_usage_bytes ?? 0),
    }),
  };
}
