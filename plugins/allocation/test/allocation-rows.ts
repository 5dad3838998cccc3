/** Figures of an entity without pods: nothing is asked for, and nothing is paid. */
const idle = {
  last_seen_at: '2026-07-15T19:32:30Z',
  cost_updated_at: '2026-07-15T19:32:30Z',
  cpu_requested_cores: '0',
  memory_requested_bytes: 0,
  pods: 0,
  running_pods: 0,
  containers: 0,
  compute_cpu_hourly: '0',
  compute_ram_hourly: '0',
  compute_gpu_hourly: '0',
  storage_pv_hourly: '0',
};

export const namespaceRow = (name: string, own: Record<string, unknown>) => ({
  ...idle,
  id: crypto.randomUUID(),
  name,
  workloads: 0,
  deployments: 0,
  statefulsets: 0,
  daemonsets: 0,
  jobs: 0,
  cronjobs: 0,
  persistent_volumes: 0,
  ...own,
});

export const workloadRow = (namespace: string, own: Record<string, unknown>) => ({
  ...idle,
  uid: crypto.randomUUID() as string,
  namespace,
  name: 'web',
  kind: 'Deployment',
  cpu_limit_cores: '0',
  memory_limit_bytes: 0,
  ...own,
});

export const volumeRow = (own: Record<string, unknown>) => ({
  name: `pv-${crypto.randomUUID()}`,
  capacity_bytes: 1073741824,
  last_seen_at: '2026-07-15T19:32:30Z',
  cost_updated_at: '2026-07-15T19:32:30Z',
  storage_pv_hourly: '0.1',
  pricing_source: 'price_book',
  ...own,
});
