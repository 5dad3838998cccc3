import { sql } from 'kysely';
import { type Gauge, type Group } from '../write-metrics.ts';
import { clusterRows } from './clusters.ts';
import { amount, type Resource } from './gauges.ts';
import { inScope, joinCluster, type MetricsScope, present } from './scope.ts';

/** OpenCost dashboards find clusters by this metric, and namespaces by the next one. */
export const buildInfoGroup = (scope: MetricsScope): Group => ({
  ...clusterRows(scope),
  gauges: { opencost_build_info: ['A cluster with costs under the names of OpenCost', sql`1`] },
});

export const namespaceLabelsGroup = (scope: MetricsScope): Group => ({
  ...present(scope, 'namespace'),
  gauges: { kube_namespace_labels: ['A namespace', sql`1`] },
});

const perCore = sql`node.compute_cpu_hourly / nullif(node.cpu_total_cores, 0)`;
const perGib = sql`node.compute_ram_hourly / nullif(node.memory_total_bytes, 0) * 1073741824`;
/** As in OpenCost, the price is 0 where there is no GPU: dashboards add it to the other prices. */
const perGpu = sql`case when node.gpu_total = 0 then 0 else node.compute_gpu_hourly / node.gpu_total end`;

const joinCapacity = sql`cross join lateral (
  values ('cpu', 'core', node.cpu_total_cores), ('memory', 'byte', node.memory_total_bytes)
) as capacity (resource, unit, amount)`;
const capacityLabels = { resource: 'capacity.resource', unit: 'capacity.unit' };

/** Costs of nodes: prices per core, per GiB and per GPU. */
export function nodeGroups(scope: MetricsScope): Group[] {
  const nodes = present(scope, 'node');
  return [
    {
      ...nodes,
      labels: {
        ...nodes.labels,
        instance: 'node.name',
        instance_type: 'node.instance_type',
        region: 'node.region',
        provider_id: 'node.provider_id',
        arch: 'node.architecture',
      },
      gauges: {
        node_total_hourly_cost: ['Price of a node per hour', 'node.run_rate_legacy_hourly'],
        node_cpu_hourly_cost: ['Price per core of a node per hour', perCore],
        node_ram_hourly_cost: ['Price per GiB of memory of a node per hour', perGib],
        node_gpu_hourly_cost: ['Price per GPU of a node per hour', perGpu],
      },
    },
    {
      ...present(scope, 'node', joinCapacity),
      gauges: {
        kube_node_status_capacity: ['Capacity by resource', 'capacity.amount', capacityLabels],
      },
    },
  ];
}

const volumePerGib = sql`volume.storage_pv_hourly / nullif(volume.capacity_bytes, 0) * 1073741824`;

/** A StatefulSet names its claims `<template>-<pod>`. */
const claimingPod = sql`(
  select pod.name from pods as pod
  where pod.organization_id = volume.organization_id and pod.cluster_id = volume.cluster_id
    and pod.workload_uid = volume.workload_uid and pod.gone_at is null
    and right(volume.claim_name, length(pod.name) + 1) = '-' || pod.name
  order by pod.name limit 1)`;

/** Costs of volumes: prices per GiB. */
export function volumeGroups(scope: MetricsScope): Group[] {
  const volumes = present(scope, 'volume');
  const [name, bytes] = ['volume.name', 'volume.capacity_bytes'];
  const volumeLabels = { volumename: name, provider_id: name };
  const claimLabels = { storageclass: 'volume.storage_class', volumename: name };
  const podLabels = { pod: claimingPod, persistentvolume: name };
  return [
    {
      ...volumes,
      gauges: {
        pv_hourly_cost: ['Price per GiB of a volume per hour', volumePerGib, volumeLabels],
        kube_persistentvolume_capacity_bytes: ['Size of a persistent volume', bytes],
      },
    },
    {
      ...volumes,
      rows: sql`${volumes.rows} and volume.claim_name is not null and volume.phase = 'Bound'`,
      labels: {
        cluster: 'cluster.name',
        namespace: 'volume.claim_namespace',
        persistentvolumeclaim: 'volume.claim_name',
      },
      gauges: {
        kube_persistentvolumeclaim_info: ['A claim and its volume', sql`1`, claimLabels],
        pod_pvc_allocation: ['Bytes of a claim and the StatefulSet pod using it', bytes, podLabels],
      },
    },
  ];
}

/** Resources that containers of running pods are charged for, under the names of OpenCost. */
export const containerGroup = (scope: MetricsScope): Group => ({
  rows: sql`containers as container
    ${joinCluster(scope, 'container')}
    join pods as pod
      on pod.organization_id = container.organization_id and pod.cluster_id = container.cluster_id
      and pod.uid = container.pod_uid and pod.gone_at is null and pod.phase = 'Running'
    left join nodes as node
      on node.organization_id = pod.organization_id and node.cluster_id = pod.cluster_id
      and node.uid = pod.node_uid and node.gone_at is null
    where ${inScope(scope, 'container')}
    window pod_containers as (partition by container.cluster_id, container.pod_uid)`,
  labels: {
    cluster: 'cluster.name',
    namespace: 'pod.namespace',
    pod: 'pod.name',
    container: 'container.name',
    instance: 'pod.node_name',
    node: 'pod.node_name',
  },
  gauges: {
    container_cpu_allocation: allocate('Cores', 'cpu'),
    container_memory_allocation_bytes: allocate('Bytes of memory', 'ram'),
    container_gpu_allocation: allocate('GPUs', 'gpu'),
  },
});

/**
 * A pod's charged quantity: its cost divided by the node's unit price, so that allocation × price
 * is the cost. Containers share it by request, evenly without requests; GPUs only if requested.
 */
function allocate(what: string, resource: Resource): Gauge {
  const isGpu = resource === 'gpu';
  const price = (alias: string) => sql.ref(`${alias}.compute_${resource}_hourly`);
  const requested = (alias: string) => amount(alias, resource, 'requested');
  const used = amount('pod', resource, 'used');
  const unpriced = isGpu ? requested('pod') : sql`greatest(${requested('pod')}, ${used})`;
  const charged = sql`coalesce(${price('pod')} * ${amount('node', resource, 'total')}
    / nullif(${price('node')}, 0), ${unpriced})`;
  const total = sql`sum(${requested('container')}) over pod_containers`;
  const alike = isGpu ? sql`0` : sql`1.0 / count(*) over pod_containers`;
  return [
    `${what} that a container is charged for`,
    sql`${charged} * case when ${total} = 0 then ${alike}
      else ${requested('container')}::numeric / ${total} end`,
  ];
}
