import { type Node, type Pod, type SnapshotObjects, type Summary } from './snapshot.ts';
import { sumCores, sumBy } from './units.ts';

const countPhase = (pods: readonly Pod[], phase: Pod['phase']) =>
  pods.filter((pod) => pod.phase === phase).length;

/** Usage of the nodes; unknown if none of them reports it. */
function nodeUsage(nodes: readonly Node[]) {
  const isMeasured = nodes.some((node) => node.cpu_usage_cores !== undefined);
  return {
    total_cpu_usage: isMeasured ? sumCores(nodes, (node) => node.cpu_usage_cores ?? 0) : null,
    total_memory_usage: isMeasured ? sumBy(nodes, (node) => node.memory_usage_bytes ?? 0) : null,
    metrics_available: isMeasured,
  };
}

/** Despite its name, the usage is the mean of the nodes' means. */
function gpuUsage(nodes: readonly Node[]) {
  const percents = nodes.flatMap((node) => node.gpu_utilization_percent ?? []);
  if (percents.length === 0) return { gpu_metrics_available: false };
  return {
    total_gpu_usage: sumBy(percents, (percent) => percent) / percents.length,
    total_gpu_memory_used: sumBy(nodes, (node) => node.gpu_memory_used_bytes ?? 0),
    total_gpu_memory_total: sumBy(nodes, (node) => node.gpu_memory_total_bytes ?? 0),
    gpu_metrics_available: true,
  };
}

/** The summary of a snapshot by the rules of the agent: includes the requests of finished pods. */
export function summarize(objects: SnapshotObjects): Summary {
  const { nodes, pods, pvs, pvcs } = objects;
  const containers = pods.flatMap((pod) => pod.containers ?? []);
  return {
    node_count: nodes.length,
    pod_count: pods.length,
    running_pod_count: countPhase(pods, 'Running'),
    pending_pod_count: countPhase(pods, 'Pending'),
    failed_pod_count: countPhase(pods, 'Failed'),
    succeeded_pod_count: countPhase(pods, 'Succeeded'),
    namespace_count: objects.namespaces.length,
    deployment_count: objects.deployments.length,
    statefulset_count: objects.statefulsets.length,
    daemonset_count: objects.daemonsets.length,
    job_count: objects.jobs.length,
    cronjob_count: objects.cronjobs.length,
    custom_workload_count: 0,
    hpa_count: objects.hpas.length,
    service_count: objects.services.length,
    ingress_count: objects.ingresses.length,
    pv_count: pvs.length,
    pvc_count: pvcs.length,
    container_count: containers.length,
    total_cpu_capacity: sumCores(nodes, (node) => node.cpu_capacity_cores),
    total_cpu_allocatable: sumCores(nodes, (node) => node.cpu_allocatable),
    total_cpu_requested: sumCores(containers, (container) => container.cpu_request_cores),
    total_memory_capacity: sumBy(nodes, (node) => node.memory_capacity_bytes),
    total_memory_allocatable: sumBy(nodes, (node) => node.memory_allocatable),
    total_memory_requested: sumBy(containers, (container) => container.memory_request_bytes),
    total_gpu_capacity: sumBy(nodes, (node) => node.gpu_capacity),
    total_gpu_requested: sumBy(containers, (container) => container.gpu_request),
    total_storage_capacity: sumBy(pvs, (pv) => pv.capacity),
    total_storage_requested: sumBy(pvcs, (pvc) => pvc.requested_bytes),
    ...nodeUsage(nodes),
    ...gpuUsage(nodes),
  };
}
