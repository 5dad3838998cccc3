type Row = Readonly<Record<string, unknown>>;

/** A namespace without metrics, quota, team or volumes. */
export const namespaceRow = (own: Row): Row & { readonly id: string } => ({
  id: crypto.randomUUID(),
  last_seen_at: '2026-07-15T19:32:30.5Z',
  cost_updated_at: '2026-07-15T19:32:30.5Z',
  cpu_requested_cores: '1.25',
  memory_requested_bytes: 1073741824,
  workloads: 6,
  deployments: 1,
  statefulsets: 2,
  daemonsets: 3,
  jobs: 4,
  cronjobs: 5,
  pods: 9,
  running_pods: 8,
  containers: 10,
  persistent_volumes: 7,
  compute_cpu_hourly: '1',
  compute_ram_hourly: '0.5',
  compute_gpu_hourly: '0',
  storage_pv_hourly: '0.1',
  workloads_legacy_hourly: '1.5',
  workloads_all_hourly: '1.5',
  ...own,
});

/** A Deployment of one pod. */
export const workloadRow = (own: Row): Row & { readonly uid: string } => ({
  uid: crypto.randomUUID(),
  kind: 'Deployment',
  last_seen_at: '2026-07-15T19:32:30Z',
  cost_updated_at: '2026-07-15T19:32:30Z',
  cpu_limit_cores: '0',
  memory_limit_bytes: 0,
  cpu_requested_cores: '0.25',
  memory_requested_bytes: 1024,
  pods: 1,
  running_pods: 1,
  containers: 1,
  compute_cpu_hourly: '1',
  ...own,
});

/** All of a namespace, assigned to a team by hand. */
export const namespaceAssignment = (namespace: string, own: Row): Row => ({
  entity_type: 'namespace',
  entity_identifier: namespace,
  entity_name: namespace,
  entity_namespace: namespace,
  weight_percentage: '100',
  source: 'user_manual',
  ...own,
});
