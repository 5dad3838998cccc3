import { type RawBuilder, sql } from 'kysely';
import { type Group } from '../exposition/group.ts';
import { inScope, joinCluster, type MetricsScope } from './scope.ts';

/** What containers of running pods are charged for by the names of OpenCost. */
export const opencostContainers = (scope: MetricsScope): Group => ({
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
  order: sql`container.cluster_id, container.pod_uid, container.name`,
  labels: {
    cluster: sql`cluster.name`,
    namespace: sql`pod.namespace`,
    pod: sql`pod.name`,
    container: sql`container.name`,
    instance: sql`pod.node_name`,
    node: sql`pod.node_name`,
  },
  gauges: {
    container_cpu_allocation: [
      'Cores that a container is charged for',
      share(
        charged(
          'cpu',
          'cpu_total_cores',
          sql`greatest(pod.cpu_requested_cores, pod.cpu_used_cores)`,
        ),
        'cpu_requested_cores',
      ),
    ],
    container_memory_allocation_bytes: [
      'Bytes of memory that a container is charged for',
      share(
        charged(
          'ram',
          'memory_total_bytes',
          sql`greatest(pod.memory_requested_bytes, pod.memory_used_bytes)`,
        ),
        'memory_requested_bytes',
      ),
    ],
    container_gpu_allocation: [
      'GPUs that a container is charged for',
      sql`case when container.gpu_requested = 0 then 0
        else ${share(charged('gpu', 'gpu_total', sql`pod.gpu_requested`), 'gpu_requested')} end`,
    ],
  },
});

/** The quantity of a pod that its node's price makes its cost of, so that allocation × price is that cost. */
function charged(resource: 'cpu' | 'ram' | 'gpu', total: string, unpriced: RawBuilder<unknown>) {
  const column = `compute_${resource}_hourly`;
  return sql`coalesce(${sql.ref(`pod.${column}`)} * ${sql.ref(`node.${total}`)}
    / nullif(${sql.ref(`node.${column}`)}, 0), ${unpriced})`;
}

/** A container's part of what its pod is charged: by request, or alike where none has one. */
const share = (ofPod: RawBuilder<unknown>, column: string) =>
  sql`${ofPod} * case when ${sql.ref(`pod_total.${column}`)} = 0 then 1.0 / pod_total.containers
    else ${sql.ref(`container.${column}`)}::numeric / ${sql.ref(`pod_total.${column}`)} end`;
