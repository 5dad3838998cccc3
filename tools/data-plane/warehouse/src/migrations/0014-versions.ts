import { type Kysely, sql } from 'kysely';

/**
 * A version of what the service reads, so that an answer that is kept can be known to be current.
 * It changes in the transaction that changes the data: both become visible at once.
 *
 * Triggers see to it, whoever writes. A transaction that writes to one cluster under the lock of its
 * reports says so (`costplane.writes_to`), and waits for no transaction of another cluster. Whatever
 * else writes to large tables changes the version of everything, in one row. No trigger fires when a
 * partition is detached or dropped: whoever does that calls `bump_version(null, null)`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Few rows of these change at a time, so that triggers look at them. */
const smallTables = ['team_assignments', 'recommendations'];
const largeTables = [
  'snapshots',
  'nodes',
  'namespaces',
  'workloads',
  'pods',
  'containers',
  'persistent_volumes',
  'workload_teams',
  'assignment_figures',
  'owner_descriptions',
  'cluster_hours',
  'cluster_days',
  'node_hours',
  'node_days',
  'namespace_hours',
  'namespace_days',
  'workload_hours',
  'workload_days',
  'container_days',
];

const images = { insert: 'new', update: 'new', delete: 'old' } as const;

const watchRows = (table: string, event: keyof typeof images, action: string) =>
  `create trigger version_${event} after ${event} on ${table}
    referencing ${images[event]} table as changed
    for each statement execute function ${action}()`;

const everyEvent = ['insert', 'update', 'delete'] as const;

const statements = [
  // Without a cluster: what is the organization's. Without both: everything. Of a cluster,
  // organization_version is of what its reports change beyond it, such as the names of teams. There
  // is a row for who holds the cluster's lock and one for anybody else, so that neither waits.
  `create table versions (
    organization_id uuid references organizations (id) on delete cascade,
    cluster_id uuid,
    is_locked boolean not null default false,
    version bigint not null,
    organization_version bigint not null default 0,
    unique nulls not distinct (organization_id, cluster_id, is_locked),
    foreign key (organization_id, cluster_id) references clusters (organization_id, id)
      on delete cascade
  ) with (fillfactor = 50)`,
  // Logical replication of the history needs a way to name its rows, and null is in every key.
  `alter table versions replica identity full`,
  `alter table versions enable row level security`,
  `create policy allow_ingest on versions for all to costplane_ingest using (true) with check (true)`,
  `grant select, insert, update on versions to costplane_ingest`,

  // Always higher than before; microseconds, so that a database that is restored from a backup does
  // not give a version anew.
  `create function bump_version(
      organization uuid, cluster uuid, locked boolean default false, of_organization boolean default false)
    returns void language plpgsql
    as $$
    declare
      instant bigint := extract(epoch from clock_timestamp()) * 1000000;
    begin
      insert into costplane.versions as known
        (organization_id, cluster_id, is_locked, version, organization_version)
      values (organization, cluster, locked, instant, case when of_organization then instant else 0 end)
      on conflict (organization_id, cluster_id, is_locked) do update set
        version = greatest(known.version + 1, excluded.version),
        organization_version = case when of_organization
          then greatest(known.organization_version + 1, excluded.organization_version)
          else known.organization_version end;
    end
    $$`,
  `revoke execute on function bump_version(uuid, uuid, boolean, boolean) from public`,
  `grant execute on function bump_version(uuid, uuid, boolean, boolean) to costplane_ingest`,

  // Of what the transaction says that it writes to, as organization/cluster; once is enough.
  `create function bump_written_version() returns trigger language plpgsql
    as $$
    declare
      target text := coalesce(nullif(current_setting('costplane.writes_to', true), ''), 'everything');
    begin
      if target is distinct from current_setting('costplane.bumped', true) then
        if target = 'everything' then
          perform costplane.bump_version(null, null);
        else
          perform costplane.bump_version(
            split_part(target, '/', 1)::uuid, split_part(target, '/', 2)::uuid, true);
        end if;
        perform set_config('costplane.bumped', target, true);
      end if;
      return null;
    end
    $$`,

  // Of a cluster or organization that is deleted there is nothing left to have a version.
  `create function bump_cluster_versions() returns trigger language plpgsql
    as $$
    declare
      written text := current_setting('costplane.writes_to', true);
      targets text[];
      target text;
      organization uuid;
      cluster uuid;
    begin
      if tg_table_name = 'clusters' then
        targets := array(select format('%s/%s', organization_id, id) from changed);
      else
        targets := array(select distinct format('%s/%s', organization_id, cluster_id) from changed);
      end if;
      for target in select unnest(targets) order by 1 loop
        organization := split_part(target, '/', 1);
        cluster := split_part(target, '/', 2);
        if not exists (
          select from costplane.clusters where organization_id = organization and id = cluster
        ) then
          continue;
        elsif target is distinct from written then
          perform costplane.bump_version(organization, cluster);
        elsif target is distinct from current_setting('costplane.bumped', true) then
          perform costplane.bump_version(organization, cluster, true);
          perform set_config('costplane.bumped', target, true);
        end if;
      end loop;
      return null;
    end
    $$`,

  `create function bump_organization_versions() returns trigger language plpgsql
    as $$
    declare
      target text := nullif(current_setting('costplane.writes_to', true), '');
      organization uuid;
    begin
      if tg_table_name = 'organizations' then
        perform costplane.bump_version(id, null) from (select id from changed order by id) as known;
        return null;
      end if;
      for organization in
        select known.id from costplane.organizations as known
        where known.id in (select organization_id from changed) order by known.id
      loop
        if split_part(target, '/', 1) = organization::text then
          perform costplane.bump_version(
            organization, split_part(target, '/', 2)::uuid, true, true);
        else
          perform costplane.bump_version(organization, null);
        end if;
      end loop;
      return null;
    end
    $$`,

  // Watches a large table. Each that the service reads needs it, or its routes cannot be cached.
  `create function watch_changes(table_name regclass) returns void language plpgsql
    as $$
    begin
      execute format('create trigger version_statement
        before insert or update or delete on %s
        for each statement execute function costplane.bump_written_version()', table_name);
      execute format('create trigger version_truncate before truncate on %s
        for each statement execute function costplane.bump_written_version()', table_name);
    end
    $$`,
  `revoke execute on function watch_changes(regclass) from public`,

  ...largeTables.map((table) => `select watch_changes('${table}')`),
  ...smallTables.flatMap((table) =>
    everyEvent.map((event) => watchRows(table, event, 'bump_cluster_versions')),
  ),
  watchRows('clusters', 'update', 'bump_cluster_versions'),
  watchRows('clusters', 'insert', 'bump_organization_versions'),
  watchRows('clusters', 'delete', 'bump_organization_versions'),
  watchRows('organizations', 'update', 'bump_organization_versions'),
  ...['departments', 'teams'].flatMap((table) =>
    everyEvent.map((event) => watchRows(table, event, 'bump_organization_versions')),
  ),
  ...[...smallTables, 'clusters', 'organizations', 'departments', 'teams'].map(
    (table) => `create trigger version_truncate before truncate on ${table}
      for each statement execute function bump_written_version()`,
  ),

  // The version of what a key sees of an organization: null, or the clusters. Clusters come and go
  // with a bump of the organization's, so that a sum of what only grows is as good as a list.
  `create function read_version(organization uuid, clusters uuid[]) returns text
    language plpgsql stable security definer set search_path = costplane, pg_temp
    as $$
    begin
      return (
        select concat_ws('.',
          coalesce((select version from versions where organization_id is null), 0),
          coalesce(sum(version) filter (where cluster_id is null), 0),
          coalesce(sum(organization_version), 0),
          coalesce(sum(version) filter (
            where cluster_id is not null and (clusters is null or cluster_id = any (clusters))), 0))
        from versions where organization_id = organization
      );
    end
    $$`,
  `revoke execute on function read_version(uuid, uuid[]) from public`,
  `grant execute on function read_version(uuid, uuid[]) to costplane_api`,
];
