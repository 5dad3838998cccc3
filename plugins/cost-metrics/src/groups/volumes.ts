import { sql } from 'kysely';
import { type Group } from '../exposition/group.ts';
import { type MetricsScope, presentRows } from './scope.ts';

/** What volumes cost by the names of OpenCost: its price is of a GiB. */
export const opencostVolumes = (scope: MetricsScope): Group[] => [
  {
    ...volumeRows(scope),
    gauges: {
      pv_hourly_cost: [
        'Price of a GiB of a persistent volume per hour',
        sql`volume.storage_pv_hourly / nullif(volume.capacity_bytes, 0) * 1073741824`,
        {
          volumename: sql`volume.name`,
          persistentvolume: sql`volume.name`,
          provider_id: sql`volume.name`,
        },
      ],
      kube_persistentvolume_capacity_bytes: [
        'Size of a persistent volume',
        sql`volume.capacity_bytes`,
        { persistentvolume: sql`volume.name` },
      ],
    },
  },
  claimGroup(scope),
];

/** The claim of a StatefulSet is named after the template and the pod. */
const claimingPod = sql`(
  select pod.name from pods as pod
  where pod.organization_id = volume.organization_id and pod.cluster_id = volume.cluster_id
    and pod.workload_uid = volume.workload_uid and pod.gone_at is null
    and right(volume.claim_name, length(pod.name) + 1) = '-' || pod.name
  order by pod.name
  limit 1)`;

function claimGroup(scope: MetricsScope): Group {
  const { rows, order, labels } = volumeRows(scope);
  return {
    rows: sql`${rows} and volume.claim_name is not null and volume.phase = 'Bound'`,
    order,
    labels: {
      ...labels,
      namespace: sql`volume.claim_namespace`,
      persistentvolumeclaim: sql`volume.claim_name`,
    },
    gauges: {
      kube_persistentvolumeclaim_info: [
        'A claim and its volume',
        sql`1`,
        { storageclass: sql`volume.storage_class`, volumename: sql`volume.name` },
      ],
      pod_pvc_allocation: [
        'Bytes of a claim, with its pod where that is known: the pod of a StatefulSet',
        sql`volume.capacity_bytes`,
        { pod: { mayBeNull: claimingPod }, persistentvolume: sql`volume.name` },
      ],
    },
  };
}

const volumeRows = (scope: MetricsScope) => ({
  rows: presentRows(scope, 'persistent_volumes', 'volume'),
  order: sql`volume.cluster_id, volume.name`,
  labels: { cluster: sql`cluster.name` },
});
