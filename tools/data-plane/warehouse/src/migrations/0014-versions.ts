import { type Kysely, sql } from 'kysely';

/**
 * Versions of the data that the service reads, to detect whether a cached response is current. A
 * version changes in the transaction that changes the data, so that both become visible at once.
 *
 * Triggers maintain them for every writer. A transaction that writes to one cluster under its
 * ingest lock declares it (`costplane.writes_to`), and does not wait for transactions of other
 * clusters. Any other write to large tables changes the version of everything, in one row.
 * Detaching or dropping a partition fires no trigger: call `bump_version(null, null)` in that case.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Few rows of these tables change at a time, so triggers inspect the rows. */
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
  // Without a cluster: version of the organization's own data. Without both: of everything. For a
  // cluster, organization_version covers changes by its reports to other data, such as team names.
  // There is one row for the holder of the cluster's lock and one for anybody else, so that neither
  // waits.
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
  // Logical replication needs a replica identity, and every key here has nulls.
  `alter table versions replica identity full`,
  `alter table versions enable row level security`,
  `create policy allow_ingest on versions for all to costplane_ingest using (true) with check (true)`,
  `grant select, insert, update on versions to costplane_ingest`,

  // Always increases; includes microseconds, so that a database restored from a backup never repeats
  // a version.
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

  // Once per organization/cluster that the transaction has declared.
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

  // A deleted cluster or organization needs no version.
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

  // Watches a large table. Routes that read a table without these triggers cannot be cached.
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

  // Version of an organization's data for a key: all clusters (null) or a list. Adding or removing
  // clusters bumps the organization's version, so a sum of increasing versions identifies a state
  // as well as a list.
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
