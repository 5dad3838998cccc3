import { type Cluster, sumPrices } from './cluster.ts';
import { type Basis, costBlock } from './cost-block.ts';
import { instant } from './instant.ts';
import { holdsRoom, sumLimits, sumOfFigures, utilizationOfRequests } from './request-figures.ts';
import { type SnapshotPod } from './snapshot.ts';
import { type ListedWorkload } from './workloads.ts';

/** The row of a workload, from the snapshot alone. */
export function expectedWorkload(cluster: Cluster, workload: ListedWorkload, basis: Basis) {
  const { kind, item, state, replicas } = workload;
  const { timestamp, hpas } = cluster.snapshot;
  const pods = cluster.podsOfWorkload(item.uid);
  return {
    id: item.uid,
    kind: 'Workload',
    metadata: {
      name: item.name,
      namespace: item.namespace,
      workload_kind: kind,
      cluster: { id: cluster.id, name: cluster.name },
      labels: item.labels ?? {},
      service_account_name: findNewest(pods)?.service_account_name ?? '',
      ...state,
      has_hpa: hpas.some(
        (hpa) =>
          hpa.target_kind === kind &&
          hpa.namespace === item.namespace &&
          hpa.target_name === item.name,
      ),
      created_at_k8s: instant(item.creation_timestamp),
      last_seen_at: instant(timestamp),
    },
    capacity: sumLimits(pods.filter(holdsRoom)),
    utilization: {
      ...utilizationOfRequests(sumOfFigures(pods)),
      ...(replicas && { replicas }),
      counts: {
        pods: pods.length,
        running_pods: pods.filter(({ phase }) => phase === 'Running').length,
        containers: pods.flatMap(({ containers }) => containers).length,
      },
    },
    cost: {
      ...costBlock(
        { compute: cluster.costOf(pods), volumes: sumPrices(cluster.volumesOfWorkload(item.uid)) },
        basis,
        timestamp,
      ),
      cost_mode: 'fully_loaded',
    },
  };
}

const findNewest = (pods: readonly SnapshotPod[]): SnapshotPod | undefined =>
  pods.toSorted(
    (a, b) => b.creation_timestamp - a.creation_timestamp || (a.uid < b.uid ? -1 : 1),
  )[0];
