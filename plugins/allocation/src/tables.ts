import { columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';

const { boolean, numeric, text, timestamp, uuid } = columns;

/** What teams and departments have in common. */
const owner = {
  organization_id: uuid,
  id: uuid,
  name: text,
  description: text,
  origin: text,
  owner_email: text,
  created_at: timestamp,
  updated_at: timestamp,
};

/** What an entity costs per hour; null is not known. */
const runRate = {
  compute_cpu_hourly: nullable(numeric),
  compute_ram_hourly: nullable(numeric),
  compute_gpu_hourly: nullable(numeric),
  storage_pv_hourly: nullable(numeric),
  is_compute_partial: boolean,
  cost_updated_at: timestamp,
};

/** The columns that this plugin reads, and no others. */
export const allocationTables = defineTables({
  clusters: {
    organization_id: uuid,
    id: uuid,
    name: text,
  },
  namespaces: {
    organization_id: uuid,
    cluster_id: uuid,
    name: text,
    department_id: nullable(uuid),
    gone_at: nullable(timestamp),
    ...runRate,
  },
  workloads: {
    organization_id: uuid,
    cluster_id: uuid,
    uid: uuid,
    namespace: text,
    gone_at: nullable(timestamp),
    ...runRate,
  },
  persistent_volumes: {
    organization_id: uuid,
    cluster_id: uuid,
    name: text,
    claim_namespace: nullable(text),
    workload_uid: nullable(uuid),
    gone_at: nullable(timestamp),
  },
  departments: owner,
  teams: {
    ...owner,
    department_id: nullable(uuid),
  },
  team_assignments: {
    organization_id: uuid,
    id: uuid,
    team_id: uuid,
    cluster_id: uuid,
    entity_type: text,
    entity_identifier: text,
    entity_name: text,
    entity_namespace: text,
    weight_percentage: numeric,
    source: text,
    assigned_by_user_id: nullable(text),
    created_at: timestamp,
    updated_at: timestamp,
  },
  workload_teams: {
    organization_id: uuid,
    team_id: uuid,
    cluster_id: uuid,
    workload_uid: uuid,
  },
});

export type AllocationRows = RowsOf<typeof allocationTables>;
