type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** A cluster that has not reported yet. */
export const pendingCluster = (own: Record<string, unknown>): Row => ({
  id: crypto.randomUUID(),
  ...own,
});

/** A cluster after its first report, without metrics. */
export const reportedCluster = (own: Record<string, unknown>): Row => ({
  id: crypto.randomUUID(),
  status: 'active',
  provider: 'aws',
  last_seen_at: '2026-07-15T19:32:30Z',
  cost_updated_at: '2026-07-15T19:32:30Z',
  cpu_total_cores: '4',
  cpu_allocatable_cores: '3.92',
  memory_total_bytes: 17179869184,
  memory_allocatable_bytes: 16106127360,
  gpu_total: 0,
  gpu_allocatable: 0,
  gpu_models: [],
  storage_total_bytes: 0,
  pods_allocatable: 110,
  cpu_requested_cores: '1.25',
  memory_requested_bytes: 1073741824,
  nodes: 1,
  namespaces: 2,
  workloads: 3,
  deployments: 1,
  statefulsets: 1,
  daemonsets: 1,
  jobs: 0,
  cronjobs: 0,
  pods: 4,
  running_pods: 3,
  containers: 5,
  running_containers: 4,
  persistent_volumes: 0,
  compute_cpu_hourly: '1',
  compute_ram_hourly: '0.5',
  compute_gpu_hourly: '0',
  storage_pv_hourly: '0.1',
  workloads_legacy_hourly: '0.5',
  workloads_all_hourly: '0.5',
  ...own,
});
