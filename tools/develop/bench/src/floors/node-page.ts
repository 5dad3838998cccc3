import { serveBare } from './bare-server.ts';
import { money, pageSize, percent, type Row, toPage } from './shapes.ts';

const sql = `
  select node.cluster_id, node.uid, node.name, node.instance_type, node.node_group,
    node.availability_zone, node.region, node.node_role, node.operating_system,
    node.kubelet_version, node.provider_id, node.is_spot, node.is_ready, node.is_schedulable,
    node.capacity_type, node.architecture, node.labels, node.created_at_k8s, node.last_seen_at,
    node.cpu_total_cores, node.cpu_allocatable_cores, node.memory_total_bytes,
    node.memory_allocatable_bytes, node.gpu_total, node.gpu_allocatable, node.gpu_model,
    node.ephemeral_storage_total_bytes, node.pods_allocatable, node.cpu_used_cores,
    node.memory_used_bytes, node.pods, node.running_pods, node.compute_cpu_hourly,
    node.compute_ram_hourly, node.on_demand_equivalent_hourly, node.pricing_source,
    node.cost_updated_at, node.run_rate_legacy_hourly as run_rate_hourly,
    node.run_rate_legacy_hourly - node.workloads_hourly as unallocated_hourly,
    (node.compute_cpu_hourly is null or node.compute_ram_hourly is null
      or node.compute_gpu_hourly is null) as is_partial,
    (select cluster.name from clusters as cluster
      where cluster.organization_id = node.organization_id
        and cluster.id = node.cluster_id) as cluster_name
  from nodes as node
  where node.organization_id = $1 and node.gone_at is null
  order by node.run_rate_legacy_rank, node.uid, node.cluster_id limit $2`;

const toUse = (used: unknown, allocatable: unknown) => percent(Number(used), Number(allocatable));

const toNode = (row: Row) => ({
  id: row.uid,
  kind: 'Node',
  metadata: {
    name: row.name,
    cluster: { id: row.cluster_id, name: row.cluster_name },
    instance_type: row.instance_type,
    node_group: row.node_group,
    availability_zone: row.availability_zone,
    region: row.region,
    node_role: row.node_role,
    operating_system: row.operating_system,
    kubelet_version: row.kubelet_version,
    provider_id: row.provider_id,
    is_spot: row.is_spot,
    is_ready: row.is_ready,
    is_schedulable: row.is_schedulable,
    capacity_type: row.capacity_type,
    architecture: row.architecture,
    labels: row.labels,
    created_at_k8s: row.created_at_k8s,
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
    gpu: { total: row.gpu_total, allocatable: row.gpu_allocatable, model: row.gpu_model },
    ephemeral_storage: { total_bytes: Number(row.ephemeral_storage_total_bytes) },
    pods: { allocatable: row.pods_allocatable },
  },
  utilization: {
    cpu: {
      used_cores: Number(row.cpu_used_cores),
      utilization_percent: toUse(row.cpu_used_cores, row.cpu_allocatable_cores),
    },
    memory: {
      used_bytes: Number(row.memory_used_bytes),
      utilization_percent: toUse(row.memory_used_bytes, row.memory_allocatable_bytes),
    },
    counts: { pods: row.pods, running_pods: row.running_pods },
  },
  cost: {
    current_run_rate_hourly: money(row.run_rate_hourly),
    components: {
      'compute.cpu': money(row.compute_cpu_hourly),
      'compute.ram': money(row.compute_ram_hourly),
    },
    unallocated: money(row.unallocated_hourly),
    basis: 'legacy',
    partial: row.is_partial,
    last_updated_at: row.cost_updated_at,
    on_demand_equivalent_hourly: money(row.on_demand_equivalent_hourly),
    pricing_source: row.pricing_source,
  },
});

const [databaseUrl = '', organizationId, port] = process.argv.slice(2);
serveBare<Row>(
  {
    sql,
    parameters: () => [organizationId, pageSize + 1],
    toBody: (rows) => toPage(rows, toNode, { basis: 'legacy' }),
  },
  databaseUrl,
  Number(port),
);
