import { type Kysely, sql } from 'kysely';
import { costColumns } from './cost-columns.ts';

/**
 * The current state: one row per object of the newest snapshot, with its run rate. When an object
 * is deleted, its row keeps the last figures and gets a `gone_at`; lists only read the others.
 *
 * Cores are exact decimals, bytes are integers. Figures that the report does not have (usage
 * without metrics, the price of an unknown volume) are null, never 0.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Tie-breaker for equal ranks: the id that clients see. */
const tieBreaker = (table: string) => (['clusters', 'namespaces'].includes(table) ? 'id' : 'uid');

const bothRanks = (table: string, present = 'gone_at is null') =>
  ['legacy', 'all'].map(
    (basis) =>
      `create index ${table}_by_run_rate_${basis} on ${table}
        (organization_id, run_rate_${basis}_rank, ${tieBreaker(table)}) where ${present}`,
  );

const statements = [
  `create table clusters (
    organization_id uuid not null references organizations (id) on delete cascade,
    id uuid not null default gen_random_uuid(),
    name text not null check (name <> ''),
    environment text not null default 'production'
      check (environment in ('production', 'non-production', 'staging', 'dev')),
    status text not null default 'pending'
      check (status in ('pending', 'active', 'disconnected', 'error', 'discovered')),
    discovery_source text not null default 'agent',
    provider text not null default 'on-prem'
      check (provider in ('aws', 'gcp', 'azure', 'on-prem')),
    service text not null default '',
    region text not null default '',
    availability_zones text[] not null default '{}',
    k8s_version text not null default '',
    agent_version text not null default '',
    created_at timestamptz not null default now(),
    last_seen_at timestamptz,

    cpu_total_cores numeric, cpu_allocatable_cores numeric,
    memory_total_bytes bigint, memory_allocatable_bytes bigint,
    gpu_total integer, gpu_allocatable integer, gpu_models text[],
    storage_total_bytes bigint, pods_allocatable integer,

    cpu_requested_cores numeric, cpu_used_cores numeric,
    memory_requested_bytes bigint, memory_used_bytes bigint,
    gpu_utilization_percent numeric, gpu_memory_used_bytes bigint, gpu_memory_total_bytes bigint,
    restarts_total bigint, oom_kills_total bigint,
    nodes integer, namespaces integer, workloads integer,
    deployments integer, statefulsets integer, daemonsets integer, jobs integer, cronjobs integer,
    pods integer, running_pods integer, containers integer, running_containers integer,
    persistent_volumes integer,

    ${costColumns(['compute.cpu', 'compute.ram', 'compute.gpu', 'storage.pv', 'management'])},
    workloads_legacy_hourly numeric, workloads_all_hourly numeric,
    is_compute_partial boolean not null default false,
    is_storage_partial boolean not null default false,
    cost_updated_at timestamptz,
    primary key (organization_id, id),
    unique (organization_id, name)
  )`,
  ...bothRanks('clusters', 'true'),

  `alter table agent_tokens add foreign key (organization_id, cluster_id)
    references clusters (organization_id, id) on delete cascade`,

  // Snapshots that were applied, so that sending a report again changes nothing.
  `create table snapshots (
    organization_id uuid not null,
    cluster_id uuid not null,
    snapshot_id text not null,
    taken_at timestamptz not null,
    ingested_at timestamptz not null default now(),
    agent_version text not null default '',
    primary key (organization_id, cluster_id, snapshot_id),
    foreign key (organization_id, cluster_id) references clusters (organization_id, id)
      on delete cascade
  )`,
  `create index snapshots_by_time on snapshots (organization_id, cluster_id, taken_at)`,

  `create table nodes (
    organization_id uuid not null,
    cluster_id uuid not null,
    uid uuid not null,
    name text not null,
    provider_id text not null default '', instance_type text not null default '',
    node_group text not null default '', region text not null default '',
    availability_zone text not null default '', node_role text not null default '',
    capacity_type text not null default 'on-demand', architecture text not null default '',
    operating_system text not null default '', kubelet_version text not null default '',
    is_spot boolean not null, is_ready boolean not null, is_schedulable boolean not null,
    labels jsonb not null default '{}',
    created_at_k8s timestamptz,
    last_seen_at timestamptz not null,
    gone_at timestamptz,

    cpu_total_cores numeric not null, cpu_allocatable_cores numeric not null,
    memory_total_bytes bigint not null, memory_allocatable_bytes bigint not null,
    gpu_total integer not null, gpu_allocatable integer not null, gpu_model text not null default '',
    ephemeral_storage_total_bytes bigint not null, pods_allocatable integer not null,
    cpu_requested_cores numeric not null default 0, memory_requested_bytes bigint not null default 0,
    cpu_used_cores numeric, memory_used_bytes bigint,
    gpu_utilization_percent numeric, gpu_memory_used_bytes bigint, gpu_memory_total_bytes bigint,
    pods integer not null default 0, running_pods integer not null default 0,

    ${costColumns(['compute.cpu', 'compute.ram', 'compute.gpu'])},
    workloads_hourly numeric,
    on_demand_equivalent_hourly numeric,
    pricing_source text not null
      check (pricing_source in ('price_book', 'default_rates', 'custom', 'unknown')),
    cost_updated_at timestamptz not null,
    primary key (organization_id, cluster_id, uid),
    foreign key (organization_id, cluster_id) references clusters (organization_id, id)
      on delete cascade
  )`,
  ...bothRanks('nodes'),
  `create index nodes_by_uid on nodes (organization_id, uid)`,

  `create table namespaces (
    organization_id uuid not null,
    cluster_id uuid not null,
    id uuid not null,
    name text not null,
    uid_k8s uuid,
    labels jsonb not null default '{}',
    created_at_k8s timestamptz,
    last_seen_at timestamptz not null,
    gone_at timestamptz,

    cpu_quota_cores numeric, memory_quota_bytes bigint,
    cpu_requested_cores numeric not null, cpu_used_cores numeric,
    memory_requested_bytes bigint not null, memory_used_bytes bigint,
    workloads integer not null, deployments integer not null, statefulsets integer not null,
    daemonsets integer not null, jobs integer not null, cronjobs integer not null,
    pods integer not null, running_pods integer not null, containers integer not null,
    persistent_volumes integer not null,

    ${costColumns(['compute.cpu', 'compute.ram', 'compute.gpu', 'storage.pv'])},
    workloads_legacy_hourly numeric, workloads_all_hourly numeric,
    is_compute_partial boolean not null default false,
    is_storage_partial boolean not null default false,
    cost_updated_at timestamptz not null,
    primary key (organization_id, cluster_id, name),
    foreign key (organization_id, cluster_id) references clusters (organization_id, id)
      on delete cascade
  )`,
  ...bothRanks('namespaces'),

  `create table workloads (
    organization_id uuid not null,
    cluster_id uuid not null,
    uid uuid not null,
    namespace text not null,
    name text not null,
    kind text not null,
    labels jsonb not null default '{}',
    service_account_name text not null default '',
    status text not null default '', status_reason text not null default '',
    is_suspended boolean not null default false, is_paused boolean not null default false,
    has_hpa boolean not null default false,
    created_at_k8s timestamptz,
    last_seen_at timestamptz not null,
    gone_at timestamptz,

    cpu_limit_cores numeric not null, memory_limit_bytes bigint not null,
    cpu_requested_cores numeric not null, cpu_used_cores numeric,
    memory_requested_bytes bigint not null, memory_used_bytes bigint,
    replicas_desired integer, replicas_available integer, replicas_unavailable integer,
    replicas_updated integer,
    pods integer not null, running_pods integer not null, containers integer not null,
    restarts_total bigint not null default 0, oom_kills_total bigint not null default 0,

    ${costColumns(['compute.cpu', 'compute.ram', 'compute.gpu', 'storage.pv'])},
    is_compute_partial boolean not null default false,
    is_storage_partial boolean not null default false,
    cost_updated_at timestamptz not null,
    primary key (organization_id, cluster_id, uid),
    foreign key (organization_id, cluster_id) references clusters (organization_id, id)
      on delete cascade
  )`,
  ...bothRanks('workloads'),
  `create index workloads_by_uid on workloads (organization_id, uid)`,
  `create index workloads_by_namespace on workloads
    (organization_id, cluster_id, namespace) where gone_at is null`,

  `create table pods (
    organization_id uuid not null,
    cluster_id uuid not null,
    uid uuid not null,
    namespace text not null,
    name text not null,
    workload_uid uuid, workload_kind text not null default '', workload_name text not null default '',
    node_uid uuid, node_name text not null default '',
    phase text not null, reason text not null default '', qos_class text not null default '',
    pod_ip text not null default '', host_ip text not null default '',
    host_network boolean not null default false,
    priority_class text not null default '', service_account_name text not null default '',
    has_hostpath boolean not null default false, has_emptydir boolean not null default false,
    labels jsonb not null default '{}',
    created_at_k8s timestamptz,
    last_seen_at timestamptz not null,
    gone_at timestamptz,

    cpu_limit_cores numeric not null, memory_limit_bytes bigint not null,
    cpu_requested_cores numeric not null, cpu_used_cores numeric,
    memory_requested_bytes bigint not null, memory_used_bytes bigint,
    gpu_requested integer not null default 0,
    containers integer not null, running_containers integer not null,
    ready_containers integer not null,
    restarts_total bigint not null default 0, oom_kills_total bigint not null default 0,

    ${costColumns(['compute.cpu', 'compute.ram', 'compute.gpu'])},
    is_compute_partial boolean not null default false,
    cost_updated_at timestamptz not null,
    primary key (organization_id, cluster_id, uid),
    foreign key (organization_id, cluster_id) references clusters (organization_id, id)
      on delete cascade
  )`,
  `create index pods_by_workload on pods
    (organization_id, cluster_id, workload_uid, run_rate_legacy_rank, uid) where gone_at is null`,

  `create table containers (
    organization_id uuid not null,
    cluster_id uuid not null,
    pod_uid uuid not null,
    name text not null,
    image text not null default '',
    cpu_requested_cores numeric not null, cpu_limit_cores numeric not null, cpu_used_cores numeric,
    memory_requested_bytes bigint not null, memory_limit_bytes bigint not null,
    memory_used_bytes bigint,
    gpu_requested integer not null default 0,
    state text not null default '', is_ready boolean not null default false,
    restart_count bigint not null default 0,
    last_termination_reason text not null default '',
    terminations_total bigint not null default 0, oom_kills_total bigint not null default 0,
    last_seen_at timestamptz not null,

    ${costColumns(['compute.cpu', 'compute.ram', 'compute.gpu'])},
    primary key (organization_id, cluster_id, pod_uid, name),
    foreign key (organization_id, cluster_id) references clusters (organization_id, id)
      on delete cascade
  )`,

  `create table persistent_volumes (
    organization_id uuid not null,
    cluster_id uuid not null,
    name text not null,
    storage_class text not null default '', phase text not null default '',
    capacity_bytes bigint not null,
    claim_namespace text, claim_name text, workload_uid uuid,
    created_at_k8s timestamptz,
    last_seen_at timestamptz not null,
    gone_at timestamptz,
    storage_pv_hourly numeric,
    pricing_source text not null
      check (pricing_source in ('price_book', 'default_rates', 'custom', 'unknown')),
    cost_updated_at timestamptz not null,
    primary key (organization_id, cluster_id, name),
    foreign key (organization_id, cluster_id) references clusters (organization_id, id)
      on delete cascade
  )`,

  `create table departments (
    organization_id uuid not null references organizations (id) on delete cascade,
    id uuid not null default gen_random_uuid(),
    name text not null check (name <> ''),
    description text not null default '',
    origin text not null default 'native',
    owner_email text not null default '',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (organization_id, id),
    unique (organization_id, origin, name)
  )`,

  `create table teams (
    organization_id uuid not null references organizations (id) on delete cascade,
    id uuid not null default gen_random_uuid(),
    department_id uuid,
    name text not null check (name <> ''),
    description text not null default '',
    origin text not null default 'native',
    owner_email text not null default '',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (organization_id, id),
    unique (organization_id, origin, name),
    foreign key (organization_id, department_id) references departments (organization_id, id)
      on delete set null (department_id)
  )`,

  `create table team_assignments (
    organization_id uuid not null,
    id uuid not null default gen_random_uuid(),
    team_id uuid not null,
    cluster_id uuid not null,
    entity_type text not null check (entity_type in ('workload', 'namespace')),
    entity_identifier text not null,
    entity_name text not null,
    entity_namespace text not null,
    weight_percentage numeric not null check (weight_percentage > 0 and weight_percentage <= 100),
    source text not null,
    assigned_by_user_id text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (organization_id, id),
    unique (organization_id, cluster_id, entity_type, entity_identifier, team_id, source),
    foreign key (organization_id, team_id) references teams (organization_id, id)
      on delete cascade,
    foreign key (organization_id, cluster_id) references clusters (organization_id, id)
      on delete cascade
  )`,
  `create index team_assignments_by_team on team_assignments (organization_id, team_id, id)`,

  `create table recommendations (
    organization_id uuid not null,
    id uuid not null default gen_random_uuid(),
    cluster_id uuid not null,
    recommendation_type text not null default 'workload_rightsizing',
    resource_type text not null,
    resource_uid text not null,
    resource_name text not null,
    namespace text not null default '',
    title text not null, description text not null default '', cause text not null default '',
    risk_level text not null check (risk_level in ('low', 'medium', 'high')),
    priority text not null check (priority in ('low', 'medium', 'high')),
    status text not null default 'pending'
      check (status in ('pending', 'applied', 'dismissed', 'archived')),
    data_points_analyzed bigint not null default 0,
    current_config jsonb not null default '{}', current_hourly_cost numeric,
    recommended_config jsonb not null default '{}',
    applied_config jsonb not null default '{}',
    estimated_savings_hourly numeric not null,
    estimated_savings_rank bigint not null
      generated always as (-(round(estimated_savings_hourly, 4) * 10000)::bigint) stored,
    metrics_snapshot jsonb not null default '{}',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (organization_id, id),
    foreign key (organization_id, cluster_id) references clusters (organization_id, id)
      on delete cascade
  )`,
  `create index recommendations_by_savings on recommendations
    (organization_id, estimated_savings_rank, id)`,
  `create index recommendations_by_cluster on recommendations
    (organization_id, cluster_id, status)`,
];
