import { type ClusterPlan, type PodPlan } from './plan.ts';
import { makeSelector } from './make-pod.ts';
import { seededHex, seededUuid } from './seeded.ts';
import {
  type PersistentVolume,
  type PersistentVolumeClaim,
  type StorageClass,
} from './snapshot.ts';
import { GiB, dayMs } from './units.ts';

const classes = {
  aws: { name: 'gp3', driver: 'ebs.csi.aws.com', handle: 'vol-0' },
  gcp: { name: 'premium-rwo', driver: 'pd.csi.storage.gke.io', handle: 'pvc-' },
  azure: { name: 'managed-csi-premium', driver: 'disk.csi.azure.com', handle: 'disk-' },
  '': { name: 'ceph-block', driver: 'rook-ceph.rbd.csi.ceph.com', handle: 'image-' },
};

interface Claim {
  namespace: string;
  name: string;
  bytes: number;
  createdAt: number;
  labels: Record<string, string> | null;
  /** State of the claim: in use, deleted with its volume retained, or waiting for a volume. */
  fate: 'bound' | 'released' | 'pending';
}

function podClaims(pod: PodPlan): Claim[] {
  const { workload } = pod;
  if (workload.volume_bytes === undefined) return [];
  return [
    {
      namespace: workload.namespace,
      name: `data-${pod.name}`,
      bytes: workload.volume_bytes,
      createdAt: workload.createdAt,
      labels: makeSelector(workload),
      fate: pod.node ? 'bound' : 'pending',
    },
  ];
}

/** The claims of the StatefulSets, and one volume without a claim. */
function listClaims(plan: ClusterPlan): Claim[] {
  const [namespace = 'default'] = plan.spec.namespaces;
  const claims = plan.pods.flatMap(podClaims);
  const createdAt = claims[0]?.createdAt ?? 0;
  const left: Claim = {
    namespace,
    name: 'data-import-2024',
    bytes: 100 * GiB,
    createdAt: createdAt - dayMs,
    labels: null,
    fate: 'released',
  };
  return [...claims, left];
}

const claimUid = (plan: ClusterPlan, { namespace, name }: Claim) =>
  seededUuid(`${plan.spec.name}/claim/${namespace}/${name}`);

function makeVolume(plan: ClusterPlan, claim: Claim): PersistentVolume {
  const { name: className, driver, handle } = classes[plan.spec.provider];
  const uid = claimUid(plan, claim);
  return {
    name: `pvc-${uid}`,
    capacity: claim.bytes,
    access_modes: ['ReadWriteOnce'],
    reclaim_policy: claim.fate === 'released' ? 'Retain' : 'Delete',
    storage_class_name: className,
    volume_mode: 'Filesystem',
    phase: claim.fate === 'released' ? 'Released' : 'Bound',
    mount_options: null,
    source: {
      type: 'csi',
      csi_driver: driver,
      csi_volume_handle: `${handle}${seededHex(uid, 16)}`,
      csi_fs_type: 'ext4',
      aws_volume_id: '',
      aws_partition: 0,
      nfs_server: '',
      nfs_path: '',
    },
    claim_ref: { namespace: claim.namespace, name: claim.name, uid },
    labels: null,
    annotations: { 'pv.kubernetes.io/provisioned-by': driver },
    creation_timestamp: claim.createdAt,
  };
}

function makeClaim(plan: ClusterPlan, claim: Claim): PersistentVolumeClaim {
  const isBound = claim.fate === 'bound';
  return {
    name: claim.name,
    namespace: claim.namespace,
    phase: isBound ? 'Bound' : 'Pending',
    access_modes: ['ReadWriteOnce'],
    storage_class_name: classes[plan.spec.provider].name,
    volume_mode: 'Filesystem',
    volume_name: isBound ? `pvc-${claimUid(plan, claim)}` : '',
    requested_bytes: claim.bytes,
    capacity_bytes: isBound ? claim.bytes : 0,
    mounted_by_pods: null,
    labels: claim.labels,
    annotations: isBound ? { 'pv.kubernetes.io/bind-completed': 'yes' } : null,
    creation_timestamp: claim.createdAt,
    conditions: null,
  };
}

export function makeStorage(plan: ClusterPlan): {
  pvs: PersistentVolume[];
  pvcs: PersistentVolumeClaim[];
  storage_classes: StorageClass[];
} {
  const claims = listClaims(plan);
  const { name, driver } = classes[plan.spec.provider];
  return {
    pvs: claims.filter((claim) => claim.fate !== 'pending').map((claim) => makeVolume(plan, claim)),
    pvcs: claims
      .filter((claim) => claim.fate !== 'released')
      .map((claim) => makeClaim(plan, claim)),
    storage_classes: [
      {
        name,
        provisioner: driver,
        reclaim_policy: 'Delete',
        volume_binding_mode: 'WaitForFirstConsumer',
        allow_volume_expansion: true,
        is_default: true,
        parameters: null,
        mount_options: null,
        labels: null,
        annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
      },
    ],
  };
}
