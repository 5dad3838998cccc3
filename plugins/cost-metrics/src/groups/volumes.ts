import { sql } from 'kysely';
import { type Group } from '../exposition/group.ts';
import { type MetricsScope, presentRows } from './scope.ts';

const bytes = sql`volume.capacity_bytes`;
const pricePerGib = sql`volume.storage_pv_hourly / nullif(${bytes}, 0) * 1073741824`;
const name = sql`volume.name`;

/** The claim of a StatefulSet is named after the template and the pod. */
const claimingPod = sql`(
  select pod.name from pods as pod
  where pod.organization_id = volume.organization_id and pod.cluster_id = volume.cluster_id
    and pod.workload_uid = volume.workload_uid and pod.gone_at is null
    and right(volume.claim_name, length(pod.name) + 1) = '-' || pod.name
  order by pod.name
  limit 1)`;

/** What volumes cost by the names of OpenCost: its price is of a GiB. */
export function opencostVolumes(scope: MetricsScope): Group[] {
  const rows = presentRows(scope, 'persistent_volumes', 'volume');
  const order = sql`volume.cluster_id, volume.name`;
  const labels = { cluster: sql`cluster.name` };
  const claim = {
    namespace: sql`volume.claim_namespace`,
    persistentvolumeclaim: sql`volume.claim_name`,
  };
  const ofClaim = { storageclass: sql`volume.storage_class`, volumename: name };
  const ofPod = { pod: { mayBeNull: claimingPod }, persistentvolume: name };
  return [
    {
      rows,
      order,
      labels: { ...labels, persistentvolume: name },
      gauges: {
        pv_hourly_cost: [
          'Price of a GiB of a persistent volume per hour',
          pricePerGib,
          { volumename: name, provider_id: name },
        ],
        kube_persistentvolume_capacity_bytes: ['Size of a persistent volume', bytes],
      },
    },
    {
      rows: sql`${rows} and volume.claim_name is not null and volume.phase = 'Bound'`,
      order,
      labels: { ...labels, ...claim },
      gauges: {
        kube_persistentvolumeclaim_info: ['A claim and its volume', sql`1`, ofClaim],
        pod_pvc_allocation: ['Bytes of a claim, with the pod of a StatefulSet', bytes, ofPod],
      },
    },
  ];
}
