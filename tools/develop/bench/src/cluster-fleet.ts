import { type Client } from 'pg';

/** Gives organizations so many clusters each. */
export async function fillClusters(
  client: Client,
  clustersEach: number,
  organizations?: readonly string[],
): Promise<void> {
  await client.query(clustersSql, [clustersEach, organizations]);
}

const clustersSql = `
  insert into clusters (
    organization_id, name, environment, status, provider, service, region, availability_zones,
    k8s_version, agent_version, last_seen_at,
    cpu_total_cores, cpu_allocatable_cores, memory_total_bytes, memory_allocatable_bytes,
    gpu_total, gpu_allocatable, gpu_models, storage_total_bytes, pods_allocatable,
    cpu_requested_cores, cpu_used_cores, memory_requested_bytes, memory_used_bytes,
    measured_allocatable_cores, measured_allocatable_bytes,
    restarts_total, oom_kills_total, nodes, namespaces, workloads, deployments, statefulsets,
    daemonsets, jobs, cronjobs, pods, running_pods, containers, running_containers,
    persistent_volumes, compute_cpu_hourly, compute_ram_hourly, compute_gpu_hourly,
    storage_pv_hourly, management_hourly, workloads_legacy_hourly, workloads_all_hourly,
    cost_updated_at
  )
  select o.id, 'cluster ' || n, 'production', 'active', 'aws', 'EKS', 'eu-west-1',
    array['eu-west-1a', 'eu-west-1b', 'eu-west-1c'], 'v1.33.4-eks-abc123', 'v2.2.0', now(),
    400 + n, 392.5 + n, 1717986918400, 1610612736000,
    8, 8, array['A10G'], 549755813888, 11000,
    211.25 + n, 97.125, 858993459200, 644245094400,
    392.5 + n, 1610612736000,
    17, 2, 100, 40, 900, 700, 60, 20, 100, 20, 2400, 2300, 4100, 4000,
    55, 12.644417123456 + n, 8.474198765432, 7.6, 0.028052, 0.1, 9.123456789012, 9.151508789012,
    now()
  from organizations o, generate_series(1, $1) n
  where $2::uuid[] is null or o.id = any ($2)`;
