type Row = Readonly<Record<string, unknown>>;

/** A Deployment of one pod, without metrics, labels, team or volumes. */
export const workloadRow = (own: Row): Row & { readonly uid: string } => ({
  uid: crypto.randomUUID(),
  namespace: 'shop',
  kind: 'Deployment',
  last_seen_at: '2026-07-15T19:32:30.5Z',
  cost_updated_at: '2026-07-15T19:32:30.5Z',
  cpu_limit_cores: '0',
  memory_limit_bytes: 0,
  cpu_requested_cores: '0.25',
  memory_requested_bytes: 1073741824,
  pods: 1,
  running_pods: 1,
  containers: 2,
  compute_cpu_hourly: '1',
  compute_ram_hourly: '0.5',
  compute_gpu_hourly: '0',
  ...own,
});

/** A running pod of a workload, without metrics, node or labels. */
export const podRow = (workloadUid: string, own: Row): Row & { readonly uid: string } => ({
  uid: crypto.randomUUID(),
  namespace: 'shop',
  workload_uid: workloadUid,
  workload_kind: 'Deployment',
  workload_name: 'api',
  phase: 'Running',
  qos_class: 'Burstable',
  last_seen_at: '2026-07-15T19:32:30.5Z',
  cost_updated_at: '2026-07-15T19:32:30.5Z',
  cpu_limit_cores: '0',
  memory_limit_bytes: 0,
  cpu_requested_cores: '0.25',
  memory_requested_bytes: 268435456,
  containers: 1,
  running_containers: 1,
  ready_containers: 1,
  compute_cpu_hourly: '0.0100',
  compute_ram_hourly: '0.0034',
  ...own,
});

/** All of a workload or of a namespace, assigned to a team by hand. */
export const assignmentRow = (
  entityType: 'workload' | 'namespace',
  identifier: string,
  own: Row,
): Row => ({
  entity_type: entityType,
  entity_identifier: identifier,
  entity_name: identifier,
  entity_namespace: 'shop',
  weight_percentage: '100',
  source: 'user_manual',
  ...own,
});
