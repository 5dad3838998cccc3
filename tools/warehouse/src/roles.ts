import { type QueryExecutorProvider, sql } from 'kysely';
import { errorCode, firstLine } from './connection-failure.ts';
import { WarehouseError } from './warehouse-error.ts';

const roles = ['costplane_owner', 'costplane_ingest', 'costplane_api'];

/**
 * Makes the roles and the schema that the tables live in, and lets the login user enter the
 * roles. Roles belong to the whole server: other databases may be making them at this moment.
 */
export async function prepareRolesAndSchema(db: QueryExecutorProvider): Promise<void> {
  for (const role of roles) {
    await retryWhileContended(async () => {
      if (await roleExists(db, role)) return;
      await sql`create role ${sql.id(role)} nologin`.execute(db).catch(explainMissingPrivilege);
    });
    await retryWhileContended(async () => {
      if (await mayEnter(db, role)) return;
      await sql`grant ${sql.id(role)} to current_user`.execute(db).catch(explainMissingPrivilege);
    });
  }
  if (!(await schemaExists(db))) {
    await sql`create schema if not exists costplane authorization costplane_owner`
      .execute(db)
      .catch(explainMissingPrivilege);
  }
}

/** Whether the login user can enter every role: a database may come from another server. */
export async function mayEnterRoles(db: QueryExecutorProvider): Promise<boolean> {
  return isTrue(
    db,
    sql`${roles.length}::int = (select count(*) from pg_roles
      where rolname = any (${roles}) and pg_has_role(current_user, oid, ${entering}))`,
  );
}

// Since PostgreSQL 16 a member may lack the right to SET ROLE.
const entering = sql`case when current_setting('server_version_num')::int >= 160000
  then 'SET' else 'MEMBER' end`;

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

function explainMissingPrivilege(error: unknown): never {
  if (errorCode(error) !== '42501') throw error;
  throw new WarehouseError(
    `This user may not prepare the database (${firstLine(error)}); migrate with a user that owns ` +
      `the database and has CREATEROLE, or let an administrator grant it ${roles.join(', ')}`,
    { cause: error },
  );
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
