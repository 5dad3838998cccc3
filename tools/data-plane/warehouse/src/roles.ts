import { type QueryExecutorProvider, sql } from 'kysely';
import { errorCode } from './connection-failure.ts';
import { WarehouseError } from './warehouse-error.ts';

export const roleNames = ['costplane_owner', 'costplane_ingest', 'costplane_api'];

/**
 * Creates the roles and the schema of the tables, and allows the login user to enter the roles.
 * Roles belong to the whole server: another database may be creating them at the same time.
 */
export async function prepareRolesAndSchema(db: QueryExecutorProvider): Promise<void> {
  for (const role of roleNames) {
    await retryWhileContended(async () => {
      if (await roleExists(db, role)) return;
      await sql`create role ${sql.id(role)} nologin`.execute(db);
    });
    await retryWhileContended(async () => {
      if (await mayEnter(db, role)) return;
      await sql`grant ${sql.id(role)} to current_user`.execute(db);
    });
  }
  if (await hasCitus(db)) {
    await makeRolesOnWorkers(db, roleNames);
    await letRolesLogIn(db);
  }
  if (!(await schemaExists(db))) {
    await sql`create schema if not exists costplane authorization costplane_owner`.execute(db);
  }
}

/**
 * Citus propagates roles only from a database that has it. Roles may be older: created for another
 * database of the coordinator, or before Citus was installed.
 *
 * @throws {WarehouseError} if a worker cannot be reached, or rejects it
 */
export async function makeRolesOnWorkers(
  db: QueryExecutorProvider,
  roles: string[],
): Promise<void> {
  for (const role of roles) {
    const make = `select worker_create_or_alter_role('${role}', 'create role ${role} login', null)`;
    // Citus 13 also propagates from workers: concurrent calls would deadlock.
    const { rows } = await sql<{ server: string; reason: string }>`
      select nodename || ':' || nodeport as server, result as reason
      from run_command_on_workers(${make}, parallel => false) where not success`.execute(db);
    const [refusal] = rows;
    if (!refusal) continue;
    throw new WarehouseError(
      `The worker ${refusal.server} cannot be given the role ${role}: ${refusal.reason}; ` +
        `start it, or run "create role ${role} login" there as a superuser`,
    );
  }
}

/** Citus connects to other servers as the current role. */
async function letRolesLogIn(db: QueryExecutorProvider): Promise<void> {
  for (const role of roleNames) {
    await retryWhileContended(async () => {
      if (await isTrue(db, sql`(select rolcanlogin from pg_roles where rolname = ${role})`)) return;
      await sql`alter role ${sql.id(role)} login`.execute(db);
    });
  }
}

/** Whether Citus is installed in the database. */
export async function hasCitus(db: QueryExecutorProvider): Promise<boolean> {
  return isTrue(db, sql`exists (select from pg_extension where extname = 'citus')`);
}

/** Whether the login user can enter every role: a database may have been restored from another server. */
export async function mayEnterRoles(db: QueryExecutorProvider): Promise<boolean> {
  return isTrue(
    db,
    sql`${roleNames.length}::int = (select count(*) from pg_roles
      where rolname = any (${roleNames}) and ${enterable})`,
  );
}

// Since PostgreSQL 16, a member may lack the right to SET ROLE.
const entering = sql`case when current_setting('server_version_num')::int >= 160000
  then 'SET' else 'MEMBER' end`;

/** For a row of `pg_roles`: whether the login user can enter the role. */
export const enterable = sql<boolean>`pg_has_role(current_user, oid, ${entering})`;

async function roleExists(db: QueryExecutorProvider, role: string): Promise<boolean> {
  return isTrue(db, sql`exists (select from pg_roles where rolname = ${role})`);
}

async function schemaExists(db: QueryExecutorProvider): Promise<boolean> {
  return isTrue(db, sql`exists (select from pg_namespace where nspname = 'costplane')`);
}

async function mayEnter(db: QueryExecutorProvider, role: string): Promise<boolean> {
  return isTrue(db, sql`pg_has_role(current_user, ${role}::name, ${entering})`);
}

async function isTrue(
  db: QueryExecutorProvider,
  condition: ReturnType<typeof sql>,
): Promise<boolean> {
  const { rows } = await sql<{ answer: boolean }>`select ${condition} as answer`.execute(db);
  return rows[0]?.answer === true;
}

// unique_violation, duplicate_object, "tuple concurrently updated"
const contended = ['23505', '42710', 'XX000'];

async function retryWhileContended(action: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await action();
      return;
    } catch (error) {
      if (attempt === 10 || !contended.includes(errorCode(error) ?? '')) throw error;
    }
  }
}
