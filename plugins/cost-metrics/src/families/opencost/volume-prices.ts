import { sql } from 'kysely';
import { type Family, keyBy, type MetricsScope, type Source } from '../../exposition/family.ts';
import { type Labels } from '../../exposition/sample-line.ts';
import { inScope, joinCluster } from '../in-scope.ts';

/** What volumes cost by the names of OpenCost: its price is of a GiB. */
export function volumePrices(scope: MetricsScope): Family[] {
  const volume = { persistentvolume: sql`volume.name` };
  return [
    {
      name: 'pv_hourly_cost',
      help: 'Price of a GiB of a persistent volume per hour',
      source: volumeSource(scope, {
        volumename: sql`volume.name`,
        ...volume,
        provider_id: sql`volume.name`,
      }),
      value: sql`volume.storage_pv_hourly / nullif(volume.capacity_bytes, 0) * 1073741824`,
    },
    {
      name: 'kube_persistentvolume_capacity_bytes',
      help: 'Size of a persistent volume',
      source: volumeSource(scope, volume),
      value: sql`volume.capacity_bytes`,
    },
    {
      name: 'kube_persistentvolumeclaim_info',
      help: 'A claim and its volume',
      source: claimSource(scope, {
        namespace: sql`volume.claim_namespace`,
        persistentvolumeclaim: sql`volume.claim_name`,
        storageclass: sql`volume.storage_class`,
        volumename: sql`volume.name`,
      }),
      value: sql`1`,
    },
    {
      name: 'pod_pvc_allocation',
      help: 'Bytes of a claim, with its pod where that is known: the pod of a StatefulSet',
      source: claimSource(scope, {
        namespace: sql`volume.claim_namespace`,
        pod: { mayBeNull: claimingPod },
        persistentvolumeclaim: sql`volume.claim_name`,
        ...volume,
      }),
      value: sql`volume.capacity_bytes`,
    },
  ];
}

/** The claim of a StatefulSet is named after the template and the pod. */
const claimingPod = sql`(
  select pod.name from pods as pod
  where pod.organization_id = volume.organization_id and pod.cluster_id = volume.cluster_id
    and pod.workload_uid = volume.workload_uid and pod.gone_at is null
    and right(volume.claim_name, length(pod.name) + 1) = '-' || pod.name
  order by pod.name
  limit 1)`;

const volumeSource = (scope: MetricsScope, labels: Labels): Source => ({
  rows: sql`persistent_volumes as volume
    ${joinCluster(scope, 'volume')}
    where ${inScope(scope, 'volume')} and volume.gone_at is null`,
  key: keyBy(sql`volume.cluster_id`, sql`volume.name`),
  labels: { cluster: sql`cluster.name`, ...labels },
});

const claimSource = (scope: MetricsScope, labels: Labels): Source => {
  const volumes = volumeSource(scope, labels);
  return {
    ...volumes,
    rows: sql`${volumes.rows} and volume.claim_name is not null and volume.phase = 'Bound'`,
  };
};
