import { columns, defineTables, nullable } from '@costplane/kernel';

export const tables = defineTables({
  clusters: {
    organization_id: columns.uuid,
    id: columns.uuid,
    name: columns.text,
    availability_zones: columns.textArray,
    created_at: columns.timestamp,
    last_seen_at: nullable(columns.timestamp),
    nodes: nullable(columns.integer),
    memory_total_bytes: nullable(columns.bigint),
    run_rate_legacy_hourly: nullable(columns.numeric),
    run_rate_legacy_rank: columns.bigint,
    is_compute_partial: columns.boolean,
  },
  namespaces: {
    organization_id: columns.uuid,
    cluster_id: columns.uuid,
    name: columns.text,
    labels: columns.json(),
  },
});
