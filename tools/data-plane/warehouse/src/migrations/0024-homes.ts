import { type Kysely, sql } from 'kysely';

/**
 * The database of each organization, if there are several. The default database has the directory:
 * a row for each organization on another database, and the hashes of its keys and agent tokens. All
 * other data of an organization is on its home database. On other databases, the tables of the
 * directory are empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // is_home is false for rows that are being copied here, and for those that a move left behind: no
  // key or token is found through them. is_writable is false for the seconds in which a move ends.
  `alter table organizations
    add column is_home boolean not null default true,
    add column is_writable boolean not null default true`,

  `create table organization_homes (
    organization_id uuid primary key,
    name text not null unique,
    database text not null check (database <> '')
  )`,
  `create table credential_homes (
    organization_id uuid not null
      references organization_homes (organization_id) on delete cascade,
    credential_hash bytea not null check (length(credential_hash) = 32),
    primary key (organization_id, credential_hash)
  )`,
  `create unique index credential_homes_by_hash on credential_homes (credential_hash)`,
  `alter table organization_homes enable row level security`,
  `alter table credential_homes enable row level security`,

  `create function find_home(presented_hash bytea) returns table (database text)
    language sql stable security definer set search_path = costplane, pg_temp
    begin atomic
      select h.database from credential_homes c
      join organization_homes h on h.organization_id = c.organization_id
      where c.credential_hash = presented_hash;
    end`,
  `create function list_homes() returns table (name text, database text)
    language sql stable security definer set search_path = costplane, pg_temp
    begin atomic
      select h.name, h.database from organization_homes h;
    end`,
  ...['find_home(bytea)', 'list_homes()'].flatMap((signature) => [
    `revoke execute on function ${signature} from public`,
    `grant execute on function ${signature} to costplane_api, costplane_ingest`,
  ]),

  `create or replace function authenticate(presented_key_hash bytea)
    returns table (
      key_id uuid, organization_id uuid, currency text, scopes text[],
      allowed_cluster_ids uuid[], requests_per_minute integer
    )
    language sql stable security definer set search_path = costplane, pg_temp
    begin atomic
      select k.id, o.id, o.currency, k.scopes, k.allowed_cluster_ids, k.requests_per_minute
      from api_keys k join organizations o on o.id = k.organization_id
      where k.key_hash = presented_key_hash and k.revoked_at is null and o.is_active and o.is_home;
    end`,

  `create or replace function authenticate_agent(presented_token_hash bytea)
    returns table (
      token_id uuid, organization_id uuid, cluster_id uuid, is_organization_active boolean,
      plan_type text, cpu_limit_cores numeric
    )
    language sql stable security definer set search_path = costplane, pg_temp
    begin atomic
      select t.id, o.id, t.cluster_id, o.is_active, o.plan_type, o.cpu_limit_cores
      from agent_tokens t join organizations o on o.id = t.organization_id
      where t.token_hash = presented_token_hash and t.revoked_at is null and o.is_home;
    end`,
];
