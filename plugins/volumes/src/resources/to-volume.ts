import { knownMoney } from '@costplane/plugin-api/schema';
import { type VolumeRow } from '../queries/select-volumes.ts';
import { type Volume } from './volume-schema.ts';

export const toVolume = (row: VolumeRow, currency: string): Volume => ({
  id: row.id,
  kind: 'PersistentVolume',
  metadata: toMetadata(row),
  capacity: { total_bytes: row.capacity_bytes },
  cost: toCost(row, currency),
  unclaimed: toUnclaimed(row, currency),
});

const toMetadata = (row: VolumeRow): Volume['metadata'] => ({
  name: row.name,
  cluster: { id: row.cluster_id, name: row.cluster_name },
  storage_class: row.storage_class,
  phase: row.phase,
  claim:
    row.claim_name === null
      ? undefined
      : { namespace: row.claim_namespace ?? '', name: row.claim_name },
  workload:
    row.workload_uid === null || row.workload_kind === null
      ? undefined
      : { uid: row.workload_uid, kind: row.workload_kind, name: row.workload_name ?? '' },
  created_at_k8s: row.created_at_k8s ?? undefined,
  last_seen_at: row.last_seen_at,
});

function toCost(row: VolumeRow, currency: string): Volume['cost'] {
  const price = knownMoney(row.storage_pv_hourly, currency);
  return {
    current_run_rate_hourly: price,
    components: price && { 'storage.pv': price },
    basis: 'all',
    partial: price === undefined,
    last_updated_at: row.cost_updated_at,
    pricing_source: row.pricing_source as Volume['cost']['pricing_source'],
  };
}

function toUnclaimed(row: VolumeRow, currency: string): Volume['unclaimed'] {
  if (row.unclaimed_since === null) return undefined;
  return {
    since: row.unclaimed_since,
    cost: knownMoney(row.unclaimed_cost, currency),
    recommendation: {
      recommendation_type: 'orphaned_volume',
      title: `Delete volume ${row.name}`,
      description:
        `No claim is bound to volume ${row.name} of cluster ${row.cluster_name}. Take a snapshot ` +
        'if you still need its data, then delete it.',
      savings: { estimated_hourly: knownMoney(row.storage_pv_hourly, currency) },
    },
  };
}
