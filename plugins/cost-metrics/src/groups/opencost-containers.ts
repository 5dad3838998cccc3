import { sql } from 'kysely';
import { type Gauge, type Group } from '../exposition/group.ts';
import { inScope, joinCluster, type MetricsScope } from './scope.ts';

/** What containers of running pods are charged for by the names of OpenCost. */
export const containerGroup = (scope: MetricsScope): Group => ({
  rows: sql`containers as container
    ${joinCluster(scope, 'container')}
    join pods as pod
      on pod.organization_id = container.organization_id and pod.cluster_id = container.cluster_id
      and pod.uid = container.pod_uid and pod.gone_at is null and pod.phase = 'Running'
    cross join lateral (
      select count(*) as containers, sum(sibling.cpu_requested_cores) as cpu_requested_cores,
        sum(sibling.memory_requested_bytes) as memory_requested_bytes,
        sum(sibling.gpu_requested) as gpu_requested
      from containers as sibling
      where sibling.organization_id = container.organization_id
        and sibling.cluster_id = container.cluster_id and sibling.pod_uid = container.pod_uid
    ) as pod_total
    left join nodes as node
      on node.organization_id = pod.organization_id and node.cluster_id = pod.cluster_id
      and node.uid = pod.node_uid and node.gone_at is null
    where ${inScope(scope, 'container')}`,
  labels: {
    cluster: sql`cluster.name`,
    namespace: sql`pod.namespace`,
    pod: sql`pod.name`,
    container: sql`container.name`,
    instance: sql`pod.node_name`,
    node: sql`pod.node_name`,
  },
  gauges: {
    container_cpu_allocation: allocate('Cores', 'cpu', 'cpu_total_cores', 'cpu_requested_cores'),
    container_memory_allocation_bytes: allocate(
      'Bytes of memory',
      'ram',
      'memory_total_bytes',
      'memory_requested_bytes',
    ),
    container_gpu_allocation: allocate('GPUs', 'gpu', 'gpu_total', 'gpu_requested'),
  },
});

/**
 * The quantity of a pod that its node's price makes its cost of, so that allocation × price is that
 * cost. A container has a part of it by request, or alike where none has one, but no GPU unasked.
 */
function allocate(what: string, resource: string, total: string, requested: string): Gauge {
  const price = `compute_${resource}_hourly`;
  const used = sql.ref(`pod.${requested.replace('requested', 'used')}`);
  const isGpu = resource === 'gpu';
  const own = sql.ref(`container.${requested}`);
  const ofPod = sql.ref(`pod_total.${requested}`);
  const unpriced = isGpu
    ? sql`pod.gpu_requested`
    : sql`greatest(${sql.ref(`pod.${requested}`)}, ${used})`;
  const charged = sql`coalesce(${sql.ref(`pod.${price}`)} * ${sql.ref(`node.${total}`)}
    / nullif(${sql.ref(`node.${price}`)}, 0), ${unpriced})`;
  const alike = isGpu ? sql`0` : sql`1.0 / pod_total.containers`;
  return [
    `${what} that a container is charged for`,
    sql`${charged} * case when ${ofPod} = 0 then ${alike} else ${own}::numeric / ${ofPod} end`,
  ];
}
