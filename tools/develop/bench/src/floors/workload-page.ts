import { serveBare } from './bare-server.ts';
import { money, pageSize, percent, type Row, toPage } from './shapes.ts';

const sql = `
  select workload.cluster_id, workload.uid, workload.namespace, workload.name, workload.kind,
    workload.labels, workload.service_account_name, workload.status, workload.status_reason,
    workload.is_suspended, workload.is_paused, workload.has_hpa, workload.created_at_k8s,
    workload.last_seen_at, workload.cpu_limit_cores, workload.memory_limit_bytes,
    workload.cpu_requested_cores, workload.cpu_used_cores, workload.memory_requested_bytes,
    workload.memory_used_bytes, workload.replicas_desired, workload.replicas_available,
    workload.replicas_unavailable, workload.replicas_updated, workload.pods,
    workload.running_pods, workload.containers, workload.compute_cpu_hourly,
    workload.compute_ram_hourly, workload.compute_gpu_hourly, workload.is_compute_partial,
    workload.cost_updated_at, workload.run_rate_legacy_hourly as run_rate_hourly,
    (select cluster.name from clusters as cluster
      where cluster.organization_id = workload.organization_id
        and cluster.id = workload.cluster_id) as cluster_name
  from workloads as workload
  where workload.organization_id = $1 and workload.gone_at is null
  order by workload.run_rate_legacy_rank, workload.uid, workload.cluster_id limit $2`;

const toWorkload = (row: Row) => ({
  id: row.uid,
  kind: 'Workload',
  metadata: {
    name: row.name,
    namespace: row.namespace,
    workload_kind: row.kind,
    cluster: { id: row.cluster_id, name: row.cluster_name },
    labels: row.labels,
    service_account_name: row.service_account_name,
    status: row.status,
    status_reason: row.status_reason,
    is_suspended: row.is_suspended,
    is_paused: row.is_paused,
    has_hpa: row.has_hpa,
    created_at_k8s: row.created_at_k8s,
    last_seen_at: row.last_seen_at,
  },
  capacity: {
    cpu: { limit_cores: Number(row.cpu_limit_cores) },
    memory: { limit_bytes: Number(row.memory_limit_bytes) },
  },
  utilization: {
    cpu: {
      requested_cores: Number(row.cpu_requested_cores),
      used_cores: Number(row.cpu_used_cores),
      utilization_percent: percent(Number(row.cpu_used_cores), Number(row.cpu_requested_cores)),
    },
    memory: {
      requested_bytes: Number(row.memory_requested_bytes),
      used_bytes: Number(row.memory_used_bytes),
      utilization_percent: percent(
        Number(row.memory_used_bytes),
        Number(row.memory_requested_bytes),
      ),
    },
    replicas: {
      desired: row.replicas_desired,
      available: row.replicas_available,
      unavailable: row.replicas_unavailable,
      updated: row.replicas_updated,
    },
    counts: { pods: row.pods, running_pods: row.running_pods, containers: row.containers },
  },
  cost: {
    current_run_rate_hourly: money(row.run_rate_hourly),
    cost_mode: 'fully_loaded',
    components: {
      'compute.cpu': money(row.compute_cpu_hourly),
      'compute.ram': money(row.compute_ram_hourly),
      'compute.gpu': money(row.compute_gpu_hourly),
    },
    basis: 'legacy',
    partial: row.is_compute_partial,
    last_updated_at: row.cost_updated_at,
  },
});

const [databaseUrl = '', organizationId, port] = process.argv.slice(2);
serveBare<Row>(
  {
    sql,
    parameters: () => [organizationId, pageSize + 1],
    toBody: (rows) => toPage(rows, toWorkload, { cost_mode: 'fully_loaded', basis: 'legacy' }),
  },
  databaseUrl,
  Number(port),
);
