import { type AgentHealth, type SnapshotObjects, type Summary } from './snapshot.ts';
import { dayMs, minuteMs } from './units.ts';

const bytesPerPod = 2_400;
const compression = 28;
const informers = 22;

/** Health of the agent: started at midnight UTC, one snapshot per minute, no failures. */
export function makeHealth(objects: SnapshotObjects, summary: Summary, at: number): AgentHealth {
  const startedAt = Math.floor(at / dayMs) * dayMs;
  const sent = Math.floor((at - startedAt) / minuteMs);
  const agent = objects.pods.find((pod) => pod.owner_name === 'cost-agent');
  const size = sent > 0 ? objects.pods.length * bytesPerPod : 0;
  return {
    snapshots_sent_total: sent,
    snapshots_failed_total: 0,
    snapshots_total: sent,
    snapshots_sent_delta: sent > 0 ? 1 : 0,
    snapshots_failed_delta: 0,
    state: 'running',
    last_build_duration_ms: 24,
    last_metrics_collect_duration_ms: summary.metrics_available ? 61 : 0,
    last_send_duration_ms: sent > 0 ? 180 : 0,
    encode_duration_ms: sent > 0 ? 11 : 0,
    original_size_bytes: size,
    compressed_size_bytes: Math.round(size / compression),
    compression_factor: sent > 0 ? compression : 0,
    node_count: summary.node_count,
    pod_count: summary.pod_count,
    container_count: summary.container_count,
    workload_count:
      summary.deployment_count +
      summary.statefulset_count +
      summary.daemonset_count +
      summary.job_count +
      summary.cronjob_count,
    service_count: summary.service_count,
    hpa_count: summary.hpa_count,
    pdb_count: objects.pdbs.length,
    pv_count: summary.pv_count,
    metrics_server_available: summary.metrics_available,
    vpa_available: false,
    karpenter_available: false,
    gpu_metrics_available: summary.gpu_metrics_available,
    dcgm_exporter_targets: summary.gpu_metrics_available ? 3 : 0,
    dcgm_exporter_up_targets: summary.gpu_metrics_available ? 3 : 0,
    informers_synced: true,
    informers_healthy: informers,
    informers_total: informers,
    api_calls_total: sent * 2,
    api_calls_failed: 0,
    active_errors_count: 0,
    uptime_seconds: Math.floor((at - startedAt) / 1000),
    started_at: startedAt,
    collected_at: at,
    chart_version: '0.18.6',
    helm_release_name: 'cost-agent',
    pod_name: agent?.name ?? '',
    pod_namespace: 'cost-agent',
    node_name: agent?.node_name ?? '',
  };
}
