import { type Column, columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';

const { bigint, boolean, date, numeric, text, textArray, uuid } = columns;
const amount = nullable(numeric);

/** Columns that are only used inside SQL, never returned. */
const ids: Column<string> = { postgresType: '_int8', nullable: false };

const ownerCosts = {
  cpu_cost_seconds: amount,
  memory_cost_seconds: amount,
  gpu_cost_seconds: amount,
  idle_cost_seconds: amount,
  storage_cost_seconds: amount,
};

const ownerDay = {
  organization_id: uuid,
  cluster_id: uuid,
  day: date,
  description_id: bigint,
  ...ownerCosts,
  cpu_requested_core_seconds: numeric,
  memory_requested_byte_seconds: numeric,
  gpu_requested_seconds: numeric,
  cpu_used_core_seconds: amount,
  memory_used_byte_seconds: amount,
  cpu_charged_core_seconds: numeric,
  memory_charged_byte_seconds: numeric,
};

/** The columns of the ledger that this plugin reads. */
export const exportTables = defineTables({
  archived_months: { organization_id: uuid, month: date },
  organizations: { id: uuid, name: text },
  clusters: { organization_id: uuid, id: uuid },
  cluster_days: {
    organization_id: uuid,
    cluster_id: uuid,
    day: date,
    name: text,
    provider: text,
    service: text,
    region: text,
    compute_pricing_sources: textArray,
    storage_pricing_sources: textArray,
    ...ownerCosts,
    overhead_cost_seconds: amount,
    management_cost_seconds: amount,
    unallocated_compute_cost_seconds: amount,
    unallocated_storage_cost_seconds: amount,
    unallocated_management_cost_seconds: amount,
    on_demand_compute_cost_seconds: amount,
    is_compute_partial: boolean,
    is_storage_partial: boolean,
    seconds: numeric,
  },
  namespace_days: { ...ownerDay, namespace: text, description_ids: ids },
  workload_days: { ...ownerDay, workload_uid: uuid },
  owner_descriptions: {
    organization_id: uuid,
    id: bigint,
    owner_uid: uuid,
    kind: text,
    namespace: text,
    name: text,
    tags: nullable(text),
    teams: textArray,
    departments: textArray,
  },
});

export type ExportRows = RowsOf<typeof exportTables>;
