import { type Kysely, sql } from 'kysely';

/**
 * The ledger: costs by time and owner. A row has the integral of figures over time: hourly costs ×
 * seconds (`_cost_seconds`), cores × seconds, bytes × seconds. Nothing is divided before it is
 * displayed, so that every sum is exact; divide by 3600 for currency, core-hours and byte-hours.
 * Null means unknown, never 0.
 *
 * Hourly and daily rows are written together by the ingest of a snapshot. Per cluster and bucket,
 * the costs of all owners plus unallocated cost are the total cost.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const numerics = (...names: string[]) => names.map((name) => `${name} numeric`).join(', ');

/** Direct cost of an owner, and its shares of idle cost and overhead. */
const computeCosts = numerics(
  'cpu_cost_seconds',
  'memory_cost_seconds',
  'gpu_cost_seconds',
  'idle_cost_seconds',
  'overhead_cost_seconds',
);
const ownerCosts = `${computeCosts}, ${numerics('storage_cost_seconds', 'management_cost_seconds')}`;

/** While running: requests and measured usage. */
const quantities = `
  cpu_requested_core_seconds numeric not null,
  memory_requested_byte_seconds numeric not null,
  gpu_requested_seconds numeric not null,
  ${numerics('cpu_used_core_seconds', 'memory_used_byte_seconds')}`;

/** Charged quantities: the larger of request and usage. */
const chargedQuantities = `
  cpu_charged_core_seconds numeric not null,
  memory_charged_byte_seconds numeric not null`;

const clusterBill = `
  ${ownerCosts},
  ${numerics(
    'unallocated_compute_cost_seconds',
    'unallocated_storage_cost_seconds',
    'unallocated_management_cost_seconds',
    'on_demand_compute_cost_seconds',
  )},
  is_compute_partial boolean not null,
  is_storage_partial boolean not null,
  seconds numeric not null,
  covered tstzmultirange not null`;

const nodeBill = `
  node_group text not null,
  ${computeCosts}, ${numerics('unallocated_cost_seconds')},
  seconds numeric not null,
  covered tstzmultirange not null`;

/** Fully loaded compute cost of an owner, stored so that an index can contain the sum. */
const loadedCompute = `
  loaded_compute_cost_seconds numeric generated always as (
    case when coalesce(cpu_cost_seconds, memory_cost_seconds, gpu_cost_seconds,
        idle_cost_seconds, overhead_cost_seconds) is not null
      then coalesce(cpu_cost_seconds, 0) + coalesce(memory_cost_seconds, 0)
        + coalesce(gpu_cost_seconds, 0) + coalesce(idle_cost_seconds, 0)
        + coalesce(overhead_cost_seconds, 0) end) stored`;

interface LedgerTable {
  name: string;
  columns: string;
  key: string;
  /** The partition key of its months. */
  bucket: 'hour' | 'day';
  /** For each table: its columns after those of the cluster, and its other objects. */
  indexes?: (readonly [columns: string, included?: string])[];
}

const ledgerTables: LedgerTable[] = [
  { name: 'cluster_hours', bucket: 'hour', columns: clusterBill, key: 'hour' },
  {
    name: 'cluster_days',
    bucket: 'day',
    // As described on that day.
    columns: `
      name text not null, provider text not null, service text not null,
      region text not null, environment text not null,
      compute_pricing_sources text[] not null, storage_pricing_sources text[] not null,
      ${clusterBill}`,
    key: 'day',
  },
  {
    name: 'namespace_hours',
    bucket: 'hour',
    columns: `namespace text not null, ${ownerCosts}, seconds numeric not null`,
    key: 'namespace, hour',
  },
  {
    name: 'namespace_days',
    bucket: 'day',
    columns: `
      namespace text not null, description_id bigint not null,
      ${ownerCosts}, ${quantities}, ${chargedQuantities}, seconds numeric not null`,
    key: 'namespace, day',
  },
  {
    name: 'workload_hours',
    bucket: 'hour',
    columns: `
      workload_uid uuid not null, ${ownerCosts}, ${quantities}, seconds numeric not null`,
    key: 'workload_uid, hour',
  },
  {
    name: 'workload_days',
    bucket: 'day',
    columns: `
      workload_uid uuid not null, description_id bigint not null,
      ${ownerCosts}, ${quantities}, ${chargedQuantities}, seconds numeric not null,
      ${loadedCompute}`,
    key: 'day, workload_uid',
    // Covering index: ranks all workloads of a month by cost without reading rows, which are four times
    // as wide. It doubles the time of an update, of which each ingest has one per owner.
    indexes: [['workload_uid, day', 'description_id, loaded_compute_cost_seconds']],
  },
  {
    name: 'node_hours',
    bucket: 'hour',
    columns: `node_uid uuid not null, ${nodeBill}`,
    key: 'node_uid, hour',
    indexes: [['node_group, hour']],
  },
  {
    name: 'node_days',
    bucket: 'day',
    columns: `
      node_uid uuid not null, name text not null, instance_type text not null,
      availability_zone text not null, capacity_type text not null, architecture text not null,
      ${nodeBill}, ${quantities}`,
    key: 'day, node_uid',
    indexes: [['node_group, day']],
  },
  {
    name: 'container_days',
    bucket: 'day',
    // A pod may run on a node that is in no snapshot; its cost is unknown then. If the node appears
    // later in the day, the row is counted for that node, including earlier requests.
    columns: `
      pod_uid uuid not null, container_name text not null, pod_name text not null,
      workload_uid uuid not null, description_id bigint not null, node_uid uuid,
      ${computeCosts}, ${numerics('management_cost_seconds')},
      ${quantities}, ${chargedQuantities}, seconds numeric not null`,
    // The owner of a pod may become known during the day: its earlier time has another owner.
    key: 'day, pod_uid, container_name, workload_uid',
  },
];

const bucketTypes = { hour: 'timestamptz', day: 'date' };
const currentOrganization = `nullif(current_setting('costplane.organization_id', true), '')::uuid`;

const confined = (table: string) => [
  `alter table ${table} enable row level security`,
  `create policy confine_api on ${table} for select to costplane_api
    using (organization_id = ${currentOrganization})`,
  `create policy allow_ingest on ${table} for all to costplane_ingest using (true) with check (true)`,
  `grant select on ${table} to costplane_api`,
  `grant select, insert, update, delete on ${table} to costplane_ingest`,
];

const ofCluster = `foreign key (organization_id, cluster_id)
  references clusters (organization_id, id) on delete cascade`;

const ledgerTable = ({ name, bucket, columns, key, indexes = [] }: LedgerTable) => [
  `create table ${name} (
    organization_id uuid not null,
    cluster_id uuid not null,
    ${bucket} ${bucketTypes[bucket]} not null,
    ${columns},
    primary key (organization_id, cluster_id, ${key}),
    ${ofCluster}
  ) partition by range (${bucket})`,
  ...indexes.map(
    ([own, included]) =>
      `create index on ${name} (organization_id, cluster_id, ${own})
        ${included === undefined ? '' : `include (${included})`}`,
  ),
  ...confined(name),
];

const statements = [
  // Owners of costs, as described at the time: a workload, or a namespace (kind '') for everything
  // that none of its workloads owns (bare pods, claims). A change of labels or teams adds a row.
  `create table owner_descriptions (
    organization_id uuid not null,
    id bigint generated always as identity,
    cluster_id uuid not null,
    owner_uid uuid not null,
    kind text not null,
    namespace text not null,
    name text not null,
    labels jsonb not null,
    teams text[] not null,
    departments text[] not null,
    digest uuid not null,
    primary key (organization_id, id),
    unique (organization_id, cluster_id, owner_uid, digest),
    ${ofCluster}
  )`,
  ...confined('owner_descriptions'),

  ...ledgerTables.flatMap(ledgerTable),

  // Creates missing monthly partitions for a range of days. A partition is created separately and
  // then attached, so that readers of the ledger do not block it.
  `create function prepare_ledger_months(first_day date, last_day date) returns void
    language plpgsql security definer set search_path = costplane, pg_temp
    as $$
    declare
      parent text;
      month date;
      part text;
    begin
      perform pg_advisory_xact_lock(hashtextextended('ledger months', 0));
      foreach parent in array array[${ledgerTables.map(({ name }) => `'${name}'`).join(', ')}] loop
        for month in
          select generate_series(date_trunc('month', first_day::timestamp),
            last_day::timestamp, interval '1 month')::date
        loop
          part := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
          continue when to_regclass(format('costplane.%I', part)) is not null;
          execute format(
            'create table %I (like %I including all) with (fillfactor = 70)', part, parent);
          execute format('alter table %I enable row level security', part);
          if parent like '%\\_hours' then
            execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent,
              part, month::timestamp at time zone 'UTC',
              (month + interval '1 month')::timestamp at time zone 'UTC');
          else
            execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent,
              part, month, (month + interval '1 month')::date);
          end if;
        end loop;
      end loop;
    end
    $$`,
  `revoke execute on function prepare_ledger_months(date, date) from public`,
  `grant execute on function prepare_ledger_months(date, date) to costplane_ingest`,
];
