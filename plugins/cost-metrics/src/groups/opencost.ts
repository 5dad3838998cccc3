import { sql } from 'kysely';
import { type Group } from '../exposition/group.ts';
import { clusterRows } from './clusters.ts';
import { containerGroup } from './opencost-containers.ts';
import { type MetricsScope, present } from './scope.ts';

/** The names that OpenCost exposes, by level; by the first two dashboards find clusters and namespaces. */
export const opencostGroups = (scope: MetricsScope) => ({
  cluster: [
    {
      ...clusterRows(scope),
      gauges: { opencost_build_info: ['A cluster with costs by the names of OpenCost', sql`1`] },
    } satisfies Group,
  ],
  namespace: [
    {
      ...present(scope, 'namespace'),
      gauges: { kube_namespace_labels: ['A namespace', sql`1`] },
    } satisfies Group,
    ...nodeGroups(scope),
  ],
  workload: volumeGroups(scope),
  container: [containerGroup(scope)],
});

const nodeLabels = {
  instance: sql`node.name`,
  instance_type: sql`node.instance_type`,
  region: sql`node.region`,
  provider_id: sql`node.provider_id`,
  arch: sql`node.architecture`,
};
const perCore = sql`node.compute_cpu_hourly / nullif(node.cpu_total_cores, 0)`;
const perGib = sql`node.compute_ram_hourly / nullif(node.memory_total_bytes, 0) * 1073741824`;
/** OpenCost has a price of 0 where there is no GPU, and dashboards add it to the others. */
const perGpu = sql`case when node.gpu_total = 0 then 0 else node.compute_gpu_hourly / node.gpu_total end`;

const joinCapacity = sql`cross join lateral (
  values ('cpu', 'core', node.cpu_total_cores), ('memory', 'byte', node.memory_total_bytes)
) as capacity (resource, unit, amount)`;
const capacityLabels = { resource: sql`capacity.resource`, unit: sql`capacity.unit` };

/** What nodes cost: the prices are of a core, a GiB and a GPU. */
function nodeGroups(scope: MetricsScope): Group[] {
  const nodes = present(scope, 'node');
  return [
    {
      ...nodes,
      labels: { ...nodes.labels, ...nodeLabels },
      gauges: {
        node_total_hourly_cost: ['Price of a node per hour', sql`node.run_rate_legacy_hourly`],
        node_cpu_hourly_cost: ['Price of a core of a node per hour', perCore],
        node_ram_hourly_cost: ['Price of a GiB of memory of a node per hour', perGib],
        node_gpu_hourly_cost: ['Price of a GPU of a node per hour', perGpu],
      },
    },
    {
      ...present(scope, 'node', joinCapacity),
      gauges: {
        kube_node_status_capacity: ['Capacity by resource', sql`capacity.amount`, capacityLabels],
      },
    },
  ];
}

const bytes = sql`volume.capacity_bytes`;
const volumePerGib = sql`volume.storage_pv_hourly / nullif(${bytes}, 0) * 1073741824`;
const name = sql`volume.name`;
const claimLabels = {
  cluster: sql`cluster.name`,
  namespace: sql`volume.claim_namespace`,
  persistentvolumeclaim: sql`volume.claim_name`,
};
/** The claim of a StatefulSet is named after the template and the pod. */
const claimingPod = sql`(
  select pod.name from pods as pod
  where pod.organization_id = volume.organization_id and pod.cluster_id = volume.cluster_id
    and pod.workload_uid = volume.workload_uid and pod.gone_at is null
    and right(volume.claim_name, length(pod.name) + 1) = '-' || pod.name
  order by pod.name
  limit 1)`;

/** What volumes cost: the price is of a GiB. */
function volumeGroups(scope: MetricsScope): Group[] {
  const volumes = present(scope, 'volume');
  const ofClaim = { storageclass: sql`volume.storage_class`, volumename: name };
  const ofPod = { pod: claimingPod, persistentvolume: name };
  return [
    {
      ...volumes,
      gauges: {
        pv_hourly_cost: [
          'Price of a GiB of a persistent volume per hour',
          volumePerGib,
          { volumename: name, provider_id: name },
        ],
        kube_persistentvolume_capacity_bytes: ['Size of a persistent volume', bytes],
      },
    },
    {
      ...volumes,
      rows: sql`${volumes.rows} and volume.claim_name is not null and volume.phase = 'Bound'`,
      labels: claimLabels,
      gauges: {
        kube_persistentvolumeclaim_info: ['A claim and its volume', sql`1`, ofClaim],
        pod_pvc_allocation: ['Bytes of a claim, with the pod of a StatefulSet', bytes, ofPod],
      },
    },
  ];
}
