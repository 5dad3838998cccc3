import { type Column, columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';

const { boolean, integer, numeric, text, timestamp, uuid } = columns;

/** Columns of teams and departments that are returned as they are stored. */
const ownerFields = {
  id: uuid,
  name: text,
  description: text,
  origin: text,
  owner_email: text,
  created_at: timestamp,
  updated_at: timestamp,
};

/** Columns of an assignment that are returned as they are stored. */
export const assignmentFields = {
  id: uuid,
  cluster_id: uuid,
  entity_type: text,
  entity_identifier: text,
  entity_name: text,
  entity_namespace: text,
  source: text,
  assigned_by_user_id: nullable(text),
  created_at: timestamp,
  updated_at: timestamp,
};

/** A column that is only used inside SQL, never returned. */
const arrayColumn = (type: 'uuid' | 'numeric'): Column<string> => ({
  postgresType: `_${type}`,
  nullable: false,
});

/** All columns that this plugin reads. */
export const allocationTables = defineTables({
  clusters: { organization_id: uuid, id: uuid, name: text },
  namespaces: {
    organization_id: uuid,
    cluster_id: uuid,
    department_id: nullable(uuid),
    gone_at: nullable(timestamp),
  },
  departments: { organization_id: uuid, ...ownerFields },
  teams: { organization_id: uuid, ...ownerFields, department_id: nullable(uuid) },
  team_assignments: {
    organization_id: uuid,
    team_id: uuid,
    weight_percentage: numeric,
    ...assignmentFields,
  },
  /** Hourly costs are null when they are unknown. */
  assignment_figures: {
    organization_id: uuid,
    cluster_id: uuid,
    digest: uuid,
    teams: arrayColumn('uuid'),
    weights: arrayColumn('numeric'),
    compute_cpu_hourly: nullable(numeric),
    compute_ram_hourly: nullable(numeric),
    compute_gpu_hourly: nullable(numeric),
    storage_pv_hourly: nullable(numeric),
    is_compute_partial: boolean,
    cost_updated_at: nullable(timestamp),
    workloads: integer,
    volumes: integer,
  },
});

export type AllocationRows = RowsOf<typeof allocationTables>;
export type OwnerRow = RowsOf<{ owner: typeof ownerFields }>['owner'];
