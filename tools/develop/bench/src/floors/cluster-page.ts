import { serveBare } from './bare-server.ts';
import { money, pageSize, percent, type Row, toPage } from './shapes.ts';

const sql = `
  select id, name, environment, status, discovery_source, provider, service, region,
    availability_zones, k8s_version, agent_version, created_at, last_seen_at, cpu_total_cores,
    cpu_allocatable_cores, memory_total_bytes, memory_allocatable_bytes, gpu_total,
    gpu_allocatable, gpu_models, storage_total_bytes, pods_allocatable, cpu_requested_cores,
    cpu_used_cores, memory_requested_bytes, memory_used_bytes, measured_allocatable_cores,
    measured_allocatable_bytes, restarts_total, oom_kills_total, nodes, namespaces, workloads,
    deployments, statefulsets, daemonsets, jobs, cronjobs, pods, running_pods, containers,
    running_containers, persistent_volumes, compute_cpu_hourly, compute_ram_hourly,
    compute_gpu_hourly, is_compute_partial, cost_updated_at,
    run_rate_legacy_hourly as run_rate_hourly,
    run_rate_legacy_hourly - workloads_legacy_hourly as unallocated_hourly,
    coalesce(last_seen_at < now() - interval '3 minutes', true) as is_stale
  from clusters where organization_id = $1 order by run_rate_legacy_rank, id limit $2`;

const toCluster = (row: Row) => ({
  id: row.id,
  kind: 'Cluster',
  metadata: {
    name: row.name,
    provider: row.provider,
    service: row.service,
    region: row.region,
    environment: row.environment,
    status: row.status,
    k8s_version: row.k8s_version,
    agent_version: row.agent_version,
    discovery_source: row.discovery_source,
    availability_zones: row.availability_zones,
    is_stale: row.is_stale,
    created_at: row.created_at,
    last_seen_at: row.last_seen_at,
  },
  capacity: {
    cpu: {
      total_cores: Number(row.cpu_total_cores),
      allocatable_cores: Number(row.cpu_allocatable_cores),
    },
    memory: {
      total_bytes: Number(row.memory_total_bytes),
      allocatable_bytes: Number(row.memory_allocatable_bytes),
    },
    gpu: {
      total: row.gpu_total,
      allocatable: row.gpu_allocatable,
      model: (row.gpu_models as string[]).join(', '),
    },
    storage: { total_bytes: Number(row.storage_total_bytes) },
    pods: { allocatable: row.pods_allocatable },
  },
  utilization: {
    cpu: {
      requested_cores: Number(row.cpu_requested_cores),
      used_cores: Number(row.cpu_used_cores),
      utilization_percent: percent(
        Number(row.cpu_used_cores),
        Number(row.measured_allocatable_cores),
      ),
    },
    memory: {
      requested_bytes: Number(row.memory_requested_bytes),
      used_bytes: Number(row.memory_used_bytes),
      utilization_percent: percent(
        Number(row.memory_used_bytes),
        Number(row.measured_allocatable_bytes),
      ),
    },
    restarts_total: Number(row.restarts_total),
    oom_kills_total: Number(row.oom_kills_total),
    counts: {
      nodes: row.nodes,
      namespaces: row.namespaces,
      workloads: row.workloads,
      deployments: row.deployments,
      statefulsets: row.statefulsets,
      daemonsets: row.daemonsets,
      jobs: row.jobs,
      cronjobs: row.cronjobs,
      pods: row.pods,
      running_pods: row.running_pods,
      containers: row.containers,
      running_containers: row.running_containers,
      persistent_volumes: row.persistent_volumes,
    },
  },
  cost: {
    current_run_rate_hourly: money(row.run_rate_hourly),
    components: {
      'compute.cpu': money(row.compute_cpu_hourly),
      'compute.ram': money(row.compute_ram_hourly),
      'compute.gpu': money(row.compute_gpu_hourly),
    },
    unallocated: money(row.unallocated_hourly),
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
    toBody: (rows) => toPage(rows, toCluster, { basis: 'legacy' }),
  },
  databaseUrl,
  Number(port),
);
