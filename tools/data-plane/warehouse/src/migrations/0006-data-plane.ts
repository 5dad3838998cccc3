import { type Kysely, sql } from 'kysely';

/**
 * Tables of the data plane: authentication of agents, price books with their start times, the
 * quantities for repricing, and container usage for rightsizing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Only the data plane reads and writes it. */
const ofDataPlane = (table: string) => [
  `alter table ${table} enable row level security`,
  `create policy allow_ingest on ${table} for all to costplane_ingest using (true) with check (true)`,
  `grant select, insert, update, delete on ${table} to costplane_ingest`,
];

const ofCluster = `foreign key (organization_id, cluster_id)
  references clusters (organization_id, id) on delete cascade`;

/**
 * Shares of a node's whole capacity of a resource × seconds: the charged share, and the same with
 * its shares of idle and overhead.
 */
const shares = [
  'cpu_direct_share_seconds',
  'cpu_loaded_share_seconds',
  'memory_direct_share_seconds',
  'memory_loaded_share_seconds',
  'gpu_direct_share_seconds',
  'gpu_loaded_share_seconds',
];

const statements = [
  // One token per cluster, because reports do not name their cluster.
  `create unique index agent_tokens_by_cluster on agent_tokens (organization_id, cluster_id)
    where revoked_at is null`,
  // Limit on the total cores of an organization's clusters; null: no limit.
  `alter table organizations add column cpu_limit_cores numeric check (cpu_limit_cores > 0)`,
  `create function authenticate_agent(presented_token_hash bytea)
    returns table (
      token_id uuid, organization_id uuid, cluster_id uuid, is_organization_active boolean,
      plan_type text, cpu_limit_cores numeric
    )
    language sql stable security definer set search_path = costplane, pg_temp
    begin atomic
      select t.id, o.id, t.cluster_id, o.is_active, o.plan_type, o.cpu_limit_cores
      from agent_tokens t join organizations o on o.id = t.organization_id
      where t.token_hash = presented_token_hash and t.revoked_at is null;
    end`,
  `revoke execute on function authenticate_agent(bytea) from public`,
  `grant execute on function authenticate_agent(bytea) to costplane_ingest`,

  // Without an organization: for all organizations without a book of their own. Of the versions that
  // are not superseded, the one with the latest valid_from applies. source is the file as it was
  // set, digest its SHA-256; without them, the organization has no book of its own from then on.
  `create table price_books (
    organization_id uuid references organizations (id) on delete cascade,
    id bigint generated always as identity,
    valid_from timestamptz not null,
    superseded_at timestamptz,
    source text,
    digest bytea check (octet_length(digest) = 32),
    created_at timestamptz not null default now(),
    unique nulls not distinct (organization_id, id),
    check ((source is null) = (digest is null)),
    check (source is not null or organization_id is not null)
  )`,
  `create unique index price_books_in_force on price_books (organization_id, valid_from)
    nulls not distinct where superseded_at is null`,
  `alter table price_books enable row level security`,
  `create policy allow_ingest on price_books for select to costplane_ingest using (true)`,
  `grant select on price_books to costplane_ingest`,

  // Items with a price: a machine with its purchase option and capacity, or a volume of a class and
  // size.
  `create table priced_items (
    organization_id uuid not null,
    cluster_id uuid not null,
    id bigint generated always as identity,
    kind text not null check (kind in ('node', 'volume')),
    provider text not null, region text not null,
    instance_type text not null default '', is_spot boolean not null default false,
    operating_system text not null default '', gpu_model text not null default '',
    cpu_total_cores numeric not null default 0, cpu_allocatable_cores numeric not null default 0,
    memory_total_bytes bigint not null default 0, memory_allocatable_bytes bigint not null default 0,
    gpu_total integer not null default 0, gpu_allocatable integer not null default 0,
    storage_class text not null default '',
    volume_bytes numeric not null default 0,
    digest uuid not null,
    primary key (organization_id, id),
    unique (organization_id, cluster_id, digest),
    ${ofCluster}
  )`,
  ...ofDataPlane('priced_items'),

  // Quantities of each priced item by owner and hour, for repricing: a cost is a price × one of
  // these. Volumes without a claim have the id of the cluster as their owner.
  `create table quantity_hours (
    organization_id uuid not null,
    cluster_id uuid not null,
    hour timestamptz not null,
    owner_uid uuid not null,
    priced_item_id bigint not null,
    ${shares.map((name) => `${name} numeric not null`).join(', ')},
    volume_seconds numeric not null,
    primary key (organization_id, cluster_id, hour, owner_uid, priced_item_id),
    ${ofCluster}
  ) partition by range (hour)`,
  ...ofDataPlane('quantity_hours'),

  // The same per node: total shares of its pods; the rest is unallocated.
  `create table node_quantity_hours (
    organization_id uuid not null,
    cluster_id uuid not null,
    hour timestamptz not null,
    node_uid uuid not null,
    priced_item_id bigint not null,
    ${shares.map((name) => `${name} numeric not null`).join(', ')},
    seconds numeric not null,
    primary key (organization_id, cluster_id, hour, node_uid, priced_item_id),
    ${ofCluster}
  ) partition by range (hour)`,
  ...ofDataPlane('node_quantity_hours'),

  // The same per container, with one row for each item that its node was during the day; 0: its node
  // is in no snapshot, or nothing is stored for repricing.
  `alter table container_days
    drop column cpu_charged_core_seconds, drop column memory_charged_byte_seconds,
    add column priced_item_id bigint not null default 0,
    ${shares.map((name) => `add column ${name} numeric`).join(', ')},
    drop constraint container_days_pkey,
    add primary key (
      organization_id, cluster_id, day, pod_uid, container_name, workload_uid, priced_item_id)`,

  // Number of seconds for which quantities are stored, and whether something existed that no price
  // book can price.
  `alter table cluster_hours
    add column repriceable_seconds numeric not null default 0,
    add column is_compute_unpriceable boolean not null default false,
    add column is_storage_unpriceable boolean not null default false`,

  // Container usage of a cluster in one minute. Null once the rightsizing engine has applied it. The
  // row is kept for a while, so that the minute is not recorded and counted again.
  `create table usage_minutes (
    organization_id uuid not null,
    cluster_id uuid not null,
    minute timestamptz not null,
    samples json,
    primary key (organization_id, cluster_id, minute),
    ${ofCluster}
  )`,
  ...ofDataPlane('usage_minutes'),

  // Histogram of the usage of a workload's container, with less weight for older samples. Weights and
  // sums are as of reference_at, weights start at the bucket first_bucket. CPU is in nanocores,
  // memory in bytes.
  `create table usage_histograms (
    organization_id uuid not null,
    cluster_id uuid not null,
    workload_uid uuid not null,
    container_name text not null,
    resource text not null check (resource in ('cpu', 'memory')),
    reference_at timestamptz not null,
    first_bucket integer not null,
    weights double precision[] not null,
    samples bigint not null,
    minutes bigint not null,
    first_sample_at timestamptz not null,
    last_sample_at timestamptz not null,
    maximum double precision not null,
    weighted_sum double precision not null,
    weighted_squares double precision not null,
    throttled_weight double precision not null default 0,
    primary key (organization_id, cluster_id, workload_uid, container_name, resource),
    ${ofCluster}
  )`,
  ...ofDataPlane('usage_histograms'),

  // Digest of an object's facts, without measurements: a row with equal facts only gets new figures.
  // Pages have free space for the next row version, so that no index changes.
  ...['nodes', 'namespaces', 'workloads', 'pods', 'containers', 'persistent_volumes'].flatMap(
    (table) => [
      `alter table ${table} add column facts_digest uuid`,
      `alter table ${table} set (fillfactor = 50)`,
    ],
  ),

  // Requests of a container at its last out-of-memory kill; 0: none. Null: not killed since these
  // columns exist.
  `alter table containers add column oom_killed_memory_requested_bytes bigint,
    add column oom_killed_memory_limit_bytes bigint`,

  // A workload has at most one open recommendation.
  `create unique index recommendations_open on recommendations
    (organization_id, cluster_id, resource_uid, recommendation_type)
    where status in ('pending', 'dismissed')`,

  // Creates missing monthly partitions for a range of days, for every partitioned table. A partition
  // is created separately and then attached, so that readers of the ledger do not block it.
  `create or replace function prepare_ledger_months(first_day date, last_day date) returns void
    language plpgsql security definer set search_path = costplane, pg_temp
    as $$
    declare
      parent text;
      month date;
      part text;
    begin
      perform pg_advisory_xact_lock(hashtextextended('ledger months', 0));
      for parent in
        select c.relname from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
        where c.relnamespace = 'costplane'::regnamespace order by c.relname
      loop
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
];
