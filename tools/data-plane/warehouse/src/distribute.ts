import { type QueryExecutorProvider, sql } from 'kysely';
import { connectionOptions, openPool } from './connect.ts';
import { describeTarget, errorCode, firstLine } from './connection-failure.ts';
import { hasCitus } from './roles.ts';
import { WarehouseError } from './warehouse-error.ts';

/** How Citus stores the tables of a distributed warehouse. */
type Placement = 'distributed' | 'reference' | 'local';

interface StoredTable {
  name: string;
  placement: Placement;
  isPlaced: boolean;
}

/** Whether the tables of the warehouse are already distributed. */
export async function isDistributed(db: QueryExecutorProvider): Promise<boolean> {
  if (!(await hasCitus(db))) return false;
  const { rowCount } = await query(
    db,
    `select from pg_dist_partition where logicalrelid = to_regclass('costplane.clusters')`,
  );
  return rowCount > 0;
}

/** Whether the warehouse is distributed except for tables of a migration that was interrupted. */
export async function isPartlyDistributed(db: QueryExecutorProvider): Promise<boolean> {
  return (await isDistributed(db)) && findMissing(await readTables(db)).length > 0;
}

/**
 * Distributes the tables that are not distributed yet: tables with a `cluster_id` by that column,
 * with all rows of a cluster on one server; the others as reference tables on every server. All
 * tables or none. Returns their names.
 *
 * @throws {WarehouseError} if Citus rejects it
 */
export async function distributeWarehouse(
  login: QueryExecutorProvider,
  databaseUrl: string,
): Promise<string[]> {
  await setUpRoles(login, databaseUrl);
  const names = await placeTables(login, databaseUrl);
  const users = names.includes('clusters') ? await listUsersOutOfReach(login) : [];
  if (users.length === 0) return names;
  throw new WarehouseError(
    `The tables at ${describeTarget(databaseUrl)} are distributed, but sessions of ` +
      `${users.join(', ')} that started before see no rows; restart the processes of these users`,
  );
}

/**
 * Sessions of a running service do not know the workers, so that all rows would be hidden from
 * them: sessions that wait for the tables are ended before they get the locks, those that start
 * meanwhile by the message that commits, even if this process is killed.
 */
async function placeTables(login: QueryExecutorProvider, databaseUrl: string): Promise<string[]> {
  const owner = openPool<unknown>(databaseUrl, {
    ...connectionOptions(databaseUrl, 'owner'),
    max: 1,
  });
  try {
    // A failure closes the session, and so rolls back.
    return await owner.connection().execute(async (session) => {
      await sql`begin`.execute(session);
      const placed = await placeMissingTables(session);
      let commit = 'commit';
      if (placed.includes('clusters')) {
        await requireEndableSessions(login);
        await endOtherSessions(login, await readSessionId(session));
        commit += `; reset role; ${endingSessions(await readSessionId(login))}`;
      }
      await sql.raw(commit).execute(session);
      return placed;
    });
  } catch (error) {
    throw new WarehouseError(
      `Cannot distribute the tables at ${describeTarget(databaseUrl)}: ${firstLine(error)}`,
      { cause: error },
    );
  } finally {
    await owner.destroy();
  }
}

/** Condition: the user may end a session. */
const isEndable = `(
  (pg_has_role(usesysid, 'usage') or pg_has_role('pg_signal_backend', 'usage'))
  and (current_setting('is_superuser') = 'on'
    or usesysid not in (select oid from pg_roles where rolsuper)))`;

/** Ends the sessions of others as far as the user may; `kept` is another session of this process. */
export const endOtherSessions = (login: QueryExecutorProvider, kept: number): Promise<unknown> =>
  sql.raw(endingSessions(kept)).execute(login);

// Of the sessions of other users, backend_type is only visible to a member of pg_read_all_stats.
const endingSessions = (kept: number) => `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usesysid is not null
    and coalesce(backend_type, 'client backend') = 'client backend'
    and application_name not ilike 'citus%' and pid not in (pg_backend_pid(), ${kept})
    and ${isEndable}`;

/**
 * Before the tables are distributed for the first time.
 *
 * @throws {WarehouseError} if the user may not end all sessions of Costplane's processes
 */
export async function requireEndableSessions(login: QueryExecutorProvider): Promise<void> {
  const users = await listUsersOutOfReach(login);
  if (users.length === 0) return;
  const { rows } = await sql<{ user: string }>`select quote_ident(current_user) as user`.execute(
    login,
  );
  throw new WarehouseError(
    `Sessions that started before the tables are distributed would see no rows, and this user may not end ` +
      `those of ${users.join(', ')}; stop the processes of these users, or let an administrator run: ` +
      `grant pg_signal_backend to ${rows[0]?.user}`,
  );
}

/** The users whose processes have sessions in the database that this user may not end. */
async function listUsersOutOfReach(login: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql
    .raw<{ name: string }>(
      `select distinct usename::text as name from pg_stat_activity
        where datname = current_database() and application_name ~ '^costplane( |$)'
          and not ${isEndable}
        order by name`,
    )
    .execute(login);
  return rows.map(({ name }) => name);
}

async function readSessionId(session: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(session);
  return rows[0]?.pid ?? 0;
}

/** @throws {WarehouseError} if the database has no Citus, or Citus has no workers */
export async function requireWorkers(
  db: QueryExecutorProvider,
  databaseUrl: string,
): Promise<void> {
  const target = describeTarget(databaseUrl);
  if (!(await hasCitus(db))) {
    throw new WarehouseError(
      `The database at ${target} has no Citus; run "create extension citus" in it on every server`,
    );
  }
  const { rowCount } = await query(
    db,
    `select from pg_dist_node where isactive and noderole = 'primary' and shouldhaveshards`,
  );
  if (rowCount > 0) return;
  throw new WarehouseError(
    `Citus at ${target} has no workers; add them with citus_set_coordinator_host and citus_add_node`,
  );
}

/**
 * Session settings do not reach the workers, but settings of the role do. Statistics are stale
 * after an ingest, so nested loops are disabled. COPY to a worker is rejected for roles with
 * row-level security.
 */
async function setUpRoles(login: QueryExecutorProvider, databaseUrl: string): Promise<void> {
  // The same as in the sessions of the product, which explain the reasons.
  const common = { timezone: 'UTC', jit: 'off', random_page_cost: '1.1' };
  const settings = {
    costplane_owner: common,
    costplane_api: common,
    costplane_ingest: {
      ...common,
      enable_nestloop: 'off',
      max_parallel_workers_per_gather: '0',
    },
  };
  const { rowCount } = await query(
    login,
    `select from pg_roles where rolname = 'costplane_ingest' and rolbypassrls`,
  );
  // Only allowed to a superuser, who may have done it before.
  const bypass = 'alter role costplane_ingest bypassrls';
  if (rowCount === 0) {
    await query(login, bypass).catch((error: unknown) => {
      if (errorCode(error) !== '42501') throw error;
      throw new WarehouseError(
        `A distributed warehouse needs "${bypass}"; let a superuser run it at ${describeTarget(databaseUrl)}`,
      );
    });
  }
  for (const [role, values] of Object.entries(settings)) {
    for (const [name, value] of Object.entries(values)) {
      await sql`alter role ${sql.id(role)} set ${sql.raw(name)} = ${sql.lit(value)}`.execute(login);
    }
  }
}

/** Without triggers, changes of the data are not detected: no cached response counts as current. */
const readVersionAlwaysAnew = `
  create or replace function read_version(organization uuid, clusters uuid[]) returns text
    language plpgsql volatile security definer set search_path = costplane, pg_temp
    as $$ begin return gen_random_uuid()::text; end $$`;

async function placeMissingTables(tx: QueryExecutorProvider): Promise<string[]> {
  const tables = await readTables(tx);
  const missing = findMissing(tables);
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => name);
  // Citus would convert a local table that is referenced by foreign keys, with all its dependents;
  // the keys are created again instead.
  const keys = await dropForeignKeys(tx, [...names, 'versions']);
  await dropTriggers(tx, names);
  await addClusterToKeys(tx);
  await sql.raw(readVersionAlwaysAnew).execute(tx);
  const references = missing.filter(({ placement }) => placement === 'reference');
  for (const { name } of references) {
    await sql`select create_reference_table(${name})`.execute(tx);
  }
  const distributed = missing.filter(({ placement }) => placement === 'distributed');
  for (const { name } of distributed) {
    if (name === 'clusters') {
      await sql`select create_distributed_table('clusters', 'id')`.execute(tx);
    } else {
      await sql`select create_distributed_table(${name}, 'cluster_id',
        colocate_with => 'clusters')`.execute(tx);
    }
  }
  const placements = new Map(tables.map(({ name, placement }) => [name, placement]));
  const isKept = ({ source, target }: ForeignKey) =>
    placements.get(source) === 'distributed' ||
    (placements.get(source) === 'reference' &&
      placements.get(target) === 'reference' &&
      !(target === 'organizations' && writtenByIngest.has(source)));
  for (const key of keys.filter(isKept)) await sql.raw(key.statement).execute(tx);
  return names;
}

const findMissing = (tables: StoredTable[]) =>
  tables.filter(({ placement, isPlaced }) => placement !== 'local' && !isPlaced);

/**
 * To write a reference table, a role must be able to write the tables that its keys reference, and
 * the ingest may not write organizations.
 */
const writtenByIngest = new Set(['departments', 'teams']);

interface ForeignKey {
  source: string;
  target: string;
  name: string;
  /** The statement that creates it. */
  statement: string;
}

/** The tables of the warehouse, with `clusters` before the tables that are co-located with it. */
async function readTables(db: QueryExecutorProvider): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select relname as name, case
        when relname like 'kysely%' or relname = 'versions' then 'local'
        when relname = 'clusters' or relname <> 'agent_tokens' and exists (
          select from pg_attribute
          where attrelid = pg_class.oid and attname = 'cluster_id' and attnotnull
        ) then 'distributed'
        else 'reference' end as placement,
      exists (select from pg_dist_partition where logicalrelid = pg_class.oid) as "isPlaced"
    from pg_class
    where relnamespace = 'costplane'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname <> 'clusters', relname`.execute(db);
  return rows;
}

async function dropForeignKeys(tx: QueryExecutorProvider, tables: string[]): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select source.relname as source, target.relname as target, conname as name,
      format('alter table %I add constraint %I %s', source.relname, conname,
        pg_get_constraintdef(pg_constraint.oid)) as statement
    from pg_constraint
    join pg_class as source on source.oid = conrelid
    join pg_class as target on target.oid = confrelid
    where contype = 'f' and conparentid = 0 and source.relnamespace = 'costplane'::regnamespace
      and source.relname = any (${tables})
    order by source.relname, conname`.execute(tx);
  for (const { source, name } of rows) {
    await sql`alter table ${sql.id(source)} drop constraint ${sql.id(name)}`.execute(tx);
  }
  return rows;
}

async function dropTriggers(tx: QueryExecutorProvider, tables: string[]): Promise<void> {
  const { rows } = await sql<{ name: string; table: string }>`
    select tgname as name, relname as table
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgparentid = 0
      and relnamespace = 'costplane'::regnamespace and relname = any (${tables})`.execute(tx);
  for (const { name, table } of rows) {
    await sql`drop trigger ${sql.id(name)} on ${sql.id(table)}`.execute(tx);
  }
}

/** Unique constraints across servers must include the distribution column. */
async function addClusterToKeys(tx: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select relname as table, conname as name
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'p' and relnamespace = 'costplane'::regnamespace and relname <> 'agent_tokens'
      and not relispartition
      and (
        select attnum from pg_attribute
        where attrelid = conrelid and attname = 'cluster_id' and attnotnull
      ) <> all (conkey)`.execute(tx);
  for (const { table, name } of rows) {
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)},
      add primary key (organization_id, cluster_id, id)`.execute(tx);
  }
  await sql`alter table clusters drop constraint if exists clusters_organization_id_name_key`.execute(
    tx,
  );
}

async function query(db: QueryExecutorProvider, text: string): Promise<{ rowCount: number }> {
  const { rows } = await sql.raw(text).execute(db);
  return { rowCount: rows.length };
}
