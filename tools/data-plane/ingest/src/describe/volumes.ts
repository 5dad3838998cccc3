import { priceVolume, type ClusterPrices, type PricingSource } from '@costplane/pricing';
import { type Snapshot, type SnapshotPod } from '../snapshot-schema.ts';
import { byteText } from './byte-text.ts';
import { type ClusterIdentity } from './cluster.ts';
import { amount } from './costs.ts';
import { instant } from './instant.ts';
import { type Owner } from './owners.ts';

export interface VolumeRow {
  name: string;
  storage_class: string;
  phase: string;
  capacity_bytes: string;
  claim_namespace: string | null;
  claim_name: string | null;
  workload_uid: string | null;
  created_at_k8s: string | null;
  storage_pv_hourly: string | null;
  pricing_source: PricingSource;
}

/**
 * A bound volume belongs to its claim, and to a workload if the claim is one of a StatefulSet. A
 * volume without its claim has no owner.
 */
export function describeVolumes(
  snapshot: Snapshot,
  ownerOf: (pod: SnapshotPod) => Owner | null,
  {
    areClaimsFrozen,
    cluster,
    prices,
  }: { areClaimsFrozen: boolean; cluster: ClusterIdentity; prices: ClusterPrices },
): VolumeRow[] {
  const claims = new Set(snapshot.pvcs.map(({ namespace, name }) => `${namespace}/${name}`));
  const findStatefulSet = statefulSetFinder(snapshot, ownerOf);
  return snapshot.pvs.map((volume) => {
    const { claim_ref, phase = '' } = volume;
    const path = claim_ref ? `${claim_ref.namespace}/${claim_ref.name}` : '';
    const isClaimed = phase === 'Bound' && (claims.has(path) || areClaimsFrozen);
    const claim = isClaimed && claim_ref ? claim_ref : null;
    const size = {
      storage_class: volume.storage_class_name ?? '',
      capacity_bytes: byteText(volume.capacity),
    };
    return {
      name: volume.name,
      ...size,
      phase,
      claim_namespace: claim?.namespace ?? null,
      claim_name: claim?.name ?? null,
      workload_uid: claim ? (findStatefulSet(claim) ?? null) : null,
      created_at_k8s: instant(volume.creation_timestamp),
      ...volumePrice(size, cluster, prices),
    };
  });
}

/** The columns with the price of a volume. */
export function volumePrice(
  { storage_class, capacity_bytes }: Pick<VolumeRow, 'storage_class' | 'capacity_bytes'>,
  { provider, region }: ClusterIdentity,
  prices: ClusterPrices,
): Pick<VolumeRow, 'storage_pv_hourly' | 'pricing_source'> {
  const price = priceVolume(
    { provider, region, storageClass: storage_class, capacityBytes: BigInt(capacity_bytes) },
    prices,
  );
  return { storage_pv_hourly: amount(price.priceHourly), pricing_source: price.pricingSource };
}

/**
 * By the name of a claim that a StatefulSet creates for its pod: `<template>-<pod>`, where the pod
 * is `<StatefulSet>-<ordinal>`. A claim may exist without its pod, so the name is enough.
 */
function statefulSetFinder(
  { statefulsets, pods }: Snapshot,
  ownerOf: (pod: SnapshotPod) => Owner | null,
): (claim: { namespace: string; name: string }) => string | undefined {
  const templates = new Map(
    statefulsets.map(({ uid, volume_claim_templates }) => [uid, new Set(volume_claim_templates)]),
  );
  const byName = new Map(statefulsets.map((set) => [`${set.namespace}/${set.name}`, set.uid]));
  const byPod = new Map<string, string>();
  for (const pod of pods) {
    const uid = ownerOf(pod)?.uid;
    if (uid !== undefined && templates.has(uid)) byPod.set(`${pod.namespace}/${pod.name}`, uid);
  }
  /** Any hyphen may be the one after the template. */
  const find = (uids: ReadonlyMap<string, string>, namespace: string, name: string) => {
    for (let at = name.indexOf('-'); at >= 0; at = name.indexOf('-', at + 1)) {
      const uid = uids.get(`${namespace}/${name.slice(at + 1)}`);
      if (uid !== undefined && templates.get(uid)?.has(name.slice(0, at))) return uid;
    }
    return undefined;
  };
  return ({ namespace, name }) => {
    const prefix = /^(.*)-\d+$/s.exec(name)?.[1];
    return (
      find(byPod, namespace, name) ??
      (prefix === undefined ? undefined : find(byName, namespace, prefix))
    );
  };
}
