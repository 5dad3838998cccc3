import { type QueryExecutorProvider, sql } from 'kysely';
import { describeTarget, errorCode, firstLine } from './connection-failure.ts';
import { enterable, roleNames } from './roles.ts';
import { WarehouseError } from './warehouse-error.ts';

/**
 * Explains why a user cannot migrate, instead of PostgreSQL's "permission denied": the user, the
 * missing privileges, and the SQL that grants them. Returns any other error unchanged.
 */
export async function explainMissingPrivilege(
  login: QueryExecutorProvider,
  databaseUrl: string,
  error: unknown,
): Promise<unknown> {
  const isRefused = [error, (error as Error).cause].some((one) => errorCode(one) === '42501');
  if (!isRefused) return error;
  const held = await readPrivileges(login);
  const missing = listMissing(held);
  const who = `User "${held.user}" of ${describeTarget(databaseUrl)}`;
  if (missing.length === 0) {
    return new WarehouseError(
      `${who} may not migrate the database (${firstLine(error)}); migrate as its owner`,
      { cause: error },
    );
  }
  const what = missing.map(({ right }) => right).join(', and ');
  const statements = missing.flatMap(({ fix }) => fix).map((statement) => `${statement};`);
  return new WarehouseError(
    `${who} may not migrate the database: it ${what}. Migrate as another user, or let an ` +
      `administrator run in that database: ${statements.join(' ')}`,
    { cause: error },
  );
}

interface Privileges {
  user: string;
  database: string;
  mayCreateRoles: boolean;
  mayCreateSchema: boolean;
  schemaOwner: string | null;
  rolesThere: string[];
  rolesEnterable: string[];
}

async function readPrivileges(login: QueryExecutorProvider): Promise<Privileges> {
  const held = sql<Privileges>`
    select current_user as "user", current_database() as database,
      (select rolcreaterole or rolsuper from pg_roles where rolname = current_user)
        as "mayCreateRoles",
      has_database_privilege(current_database(), 'CREATE') as "mayCreateSchema",
      (select nspowner::regrole::text from pg_namespace where nspname = 'costplane')
        as "schemaOwner",
      array(select rolname::text from pg_roles where rolname = any (${roleNames})) as "rolesThere",
      array(select rolname::text from pg_roles where rolname = any (${roleNames}) and ${enterable})
        as "rolesEnterable"`;
  const { rows } = await held.execute(login);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not answer which rights the user has');
  return row;
}

interface Missing {
  /** Continues the sentence after "it". */
  right: string;
  /** The statements that grant the privilege. */
  fix: string[];
}

function listMissing(held: Privileges): Missing[] {
  const { user, database, mayCreateRoles, mayCreateSchema, schemaOwner } = held;
  const toCreate = roleNames.filter((role) => !held.rolesThere.includes(role));
  const toJoin = roleNames.filter((role) => !held.rolesEnterable.includes(role));
  const grant = `grant ${toJoin.join(', ')} to ${quoted(user)}`;
  const missing: Missing[] = [];
  if (toCreate.length > 0 && !mayCreateRoles) {
    const create = toCreate.map((role) => `create role ${role} nologin`);
    const right = `lacks CREATEROLE to create the roles ${toCreate.join(', ')}`;
    missing.push({ right, fix: [...create, grant] });
  } else if (toJoin.length > 0) {
    missing.push({ right: `is not a member of ${toJoin.join(', ')}`, fix: [grant] });
  }
  if (schemaOwner === null && !mayCreateSchema) {
    const fix = `grant create on database ${quoted(database)} to ${quoted(user)}`;
    missing.push({ right: 'lacks CREATE on the database', fix: [fix] });
  }
  if (schemaOwner !== null && schemaOwner !== 'costplane_owner') {
    const fix = 'alter schema costplane owner to costplane_owner';
    missing.push({ right: `finds the schema costplane owned by ${schemaOwner}`, fix: [fix] });
  }
  return missing;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
