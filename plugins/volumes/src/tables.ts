import { columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';

const { bigint, numeric, text, timestamp, uuid } = columns;

/** Columns of a volume that are returned as they are stored. */
export const volumeFields = {
  cluster_id: uuid,
  id: uuid,
  name: text,
  storage_class: text,
  phase: text,
  capacity_bytes: bigint,
  claim_namespace: nullable(text),
  claim_name: nullable(text),
  unclaimed_since: nullable(timestamp),
  workload_uid: nullable(uuid),
  created_at_k8s: nullable(timestamp),
  last_seen_at: timestamp,
  storage_pv_hourly: nullable(numeric),
  storage_pv_rank: bigint,
  pricing_source: text,
  cost_updated_at: timestamp,
};

/** All columns that this plugin reads. */
export const volumeTables = defineTables({
  clusters: {
    organization_id: uuid,
    id: uuid,
    name: text,
  },
  workloads: {
    organization_id: uuid,
    cluster_id: uuid,
    uid: uuid,
    kind: text,
    name: text,
  },
  persistent_volumes: {
    organization_id: uuid,
    gone_at: nullable(timestamp),
    ...volumeFields,
  },
});

export type VolumeRows = RowsOf<typeof volumeTables>;
