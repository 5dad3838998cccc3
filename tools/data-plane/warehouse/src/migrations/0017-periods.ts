import { type Kysely, sql } from 'kysely';

/**
 * Sums of the ledger over closed periods within a month: the month, and parts of it. Queries
 * over many days read the periods within their range, and single days only at its ends.
 *
 * A period of a cluster is rolled up if and only if `cluster_periods` has it; then every table has
 * all of it. Rows are split by the facts that filters need: a change within a period (the name of a
 * cluster, the group of a node) splits them into revisions. `costplane rollup` writes them. A
 * change of a day deletes its periods, whoever makes the change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const numerics = (...names: string[]) => names.map((name) => `${name} numeric`).join(', ');

const computeCosts = numerics(
  'cpu_cost_seconds',
  'memory_cost_seconds',
  'gpu_cost_seconds',
  'idle_cost_seconds',
  'overhead_cost_seconds',
);
const ownerCosts = `${computeCosts}, ${numerics('storage_cost_seconds', 'management_cost_seconds')}`;

const quantities = `
  cpu_requested_core_seconds numeric not null,
  memory_requested_byte_seconds numeric not null,
  ${numerics('cpu_used_core_seconds', 'memory_used_byte_seconds')}`;

/** As in the daily tables. */
const loadedCompute = `
  loaded_compute_cost_seconds numeric generated always as (
    case when coalesce(cpu_cost_seconds, memory_cost_seconds, gpu_cost_seconds,
        idle_cost_seconds, overhead_cost_seconds) is not null
      then coalesce(cpu_cost_seconds, 0) + coalesce(memory_cost_seconds, 0)
        + coalesce(gpu_cost_seconds, 0) + coalesce(idle_cost_seconds, 0)
        + coalesce(overhead_cost_seconds, 0) end) stored`;

const tables: Readonly<Record<string, string>> = {
  // seen_on: the last day of the period with this revision.
  cluster_periods: `
    seen_on date not null,
    name text not null, provider text not null, region text not null, environment text not null,
    ${ownerCosts},
    ${numerics(
      'unallocated_compute_cost_seconds',
      'unallocated_storage_cost_seconds',
      'unallocated_management_cost_seconds',
    )}`,
  namespace_periods: `namespace text not null, ${ownerCosts}, ${quantities}`,
  workload_periods: `description_id bigint not null, ${ownerCosts}, ${quantities}, ${loadedCompute}`,
  node_periods: `
    node_uid uuid not null, node_revision integer not null, seen_on date not null,
    name text not null, instance_type text not null, node_group text not null,
    availability_zone text not null, capacity_type text not null, architecture text not null,
    ${computeCosts}, ${numerics('unallocated_cost_seconds')}, ${quantities}`,
  // node_revision: null on days without the node in any snapshot.
  container_periods: `
    pod_uid uuid not null, container_name text not null, pod_name text not null,
    description_id bigint not null, node_uid uuid, node_revision integer,
    ${computeCosts}, ${numerics('management_cost_seconds')}, ${quantities}, ${loadedCompute}`,
};

const currentOrganization = `nullif(current_setting('costplane.organization_id', true), '')::uuid`;

const statements = [
  ...Object.entries(tables).flatMap(([name, columns]) => [
    `create table ${name} (
      organization_id uuid not null,
      cluster_id uuid not null,
      first_day date not null,
      last_day date not null,
      cluster_revision integer not null,
      ${columns},
      foreign key (organization_id, cluster_id)
        references clusters (organization_id, id) on delete cascade
    ) partition by range (first_day)`,
    // Rows are inserted and deleted by whole periods of a cluster, so no key is needed.
    `create index on ${name} (organization_id, cluster_id, first_day, last_day)`,
    `alter table ${name} enable row level security`,
    `create policy confine_api on ${name} for select to costplane_api
      using (organization_id = ${currentOrganization})`,
    `create policy allow_ingest on ${name} for all to costplane_ingest using (true) with check (true)`,
    `grant select on ${name} to costplane_api`,
    `grant select, insert, delete on ${name} to costplane_ingest`,
  ]),

  // Every partition of the ledger gets a partition for periods; they are empty at first.
  `select prepare_ledger_months(min(day), max(day)) from cluster_days having min(day) is not null`,

  // Waits for a concurrent roll-up of the cluster.
  `create function delete_changed_periods() returns trigger
    language plpgsql set search_path = costplane, pg_temp
    as $$
    declare
      month date := date_trunc('month', new.day::timestamp)::date;
      name text;
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended('roll up ' || new.cluster_id, 0));
      if exists (
        select from cluster_periods
        where organization_id = new.organization_id and cluster_id = new.cluster_id
          and first_day between month and new.day and last_day >= new.day
      ) then
        foreach name in array array[${Object.keys(tables)
          .map((name) => `'${name}'`)
          .join(', ')}] loop
          execute format('delete from %I where organization_id = $1 and cluster_id = $2
            and first_day between $3 and $4 and last_day >= $4', name)
            using new.organization_id, new.cluster_id, month, new.day;
        end loop;
      end if;
      return null;
    end
    $$`,
  // Every change of a cluster's day changes its total cost. Only closed periods are rolled up, so
  // reports of the current day are not checked.
  `create trigger delete_changed_periods after insert or update on cluster_days
    for each row when (new.day < (clock_timestamp() at time zone 'UTC')::date)
    execute function delete_changed_periods()`,
];
