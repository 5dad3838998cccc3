import { type Kysely, sql } from 'kysely';

/** Organizations, keys, agent tokens and settings: the data of the kernel and the operator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table organizations (
    id uuid primary key default gen_random_uuid(),
    name text not null unique check (name <> ''),
    domain text not null default '',
    plan_type text not null default 'community',
    currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
    is_active boolean not null default true,
    created_at timestamptz not null default now()
  )`,

  `create table api_keys (
    organization_id uuid not null references organizations (id) on delete cascade,
    id uuid not null default gen_random_uuid(),
    name text not null default '',
    key_hash bytea not null check (length(key_hash) = 32),
    key_hint text not null,
    scopes text[] not null,
    allowed_cluster_ids uuid[],
    requests_per_minute integer check (requests_per_minute > 0),
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    primary key (organization_id, id)
  )`,
  // The only index that does not begin with the organization, because keys are looked up by their
  // hash.
  `create unique index api_keys_by_hash on api_keys (key_hash)`,

  `create table agent_tokens (
    organization_id uuid not null references organizations (id) on delete cascade,
    id uuid not null default gen_random_uuid(),
    cluster_id uuid not null,
    token_hash bytea not null check (length(token_hash) = 32),
    token_hint text not null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    primary key (organization_id, id)
  )`,
  `create unique index agent_tokens_by_hash on agent_tokens (token_hash)`,

  `create table settings (name text primary key, value text not null)`,
  `insert into settings (name, value)
    select 'cursor_signing_secret',
      string_agg(replace(gen_random_uuid()::text, '-', ''), '') from generate_series(1, 2)`,

  // Reads one key by its hash, in any organization: the service may call this function, but may not
  // read the table.
  `create function authenticate(presented_key_hash bytea)
    returns table (
      key_id uuid, organization_id uuid, currency text, scopes text[],
      allowed_cluster_ids uuid[], requests_per_minute integer
    )
    language sql stable security definer set search_path = costplane, pg_temp
    begin atomic
      select k.id, o.id, o.currency, k.scopes, k.allowed_cluster_ids, k.requests_per_minute
      from api_keys k join organizations o on o.id = k.organization_id
      where k.key_hash = presented_key_hash and k.revoked_at is null and o.is_active;
    end`,
];
