import { type Pool } from 'pg';
import { type StartupProblem } from '@costplane/plugin-api/internal';
import { DatabaseFailure, explainUnavailable, isUnreachable } from './database-failure.ts';
import { workersSeeOrganization } from './workers-see-organization.ts';

/** What the service reads from the warehouse at start, or why it cannot be used. */
export type WarehouseState =
  | { readonly cursorSecret: string }
  | {
      readonly problem: StartupProblem;
      /** It did not respond, so that its content is unknown. */
      readonly isUnreachable: boolean;
    };

const notMigrated = 'Run `costplane migrate`';

const problemsByCode: Record<string, readonly [what: string, fix: string]> = {
  '22023': ['has no Costplane roles', notMigrated],
  '42P01': ['has no Costplane tables', notMigrated],
  '42501': ['does not let this user read it', notMigrated],
  '28P01': ['refuses the password', 'Correct the user or password in DATABASE_URL'],
  '28000': ['refuses the user', 'Correct the user in DATABASE_URL, or pg_hba.conf of the server'],
  '3D000': ['does not exist', 'Create it, or correct its name in DATABASE_URL'],
};

/** Reads the cursor-signing secret, which also shows whether the warehouse can be used. */
export async function openDatabase(
  pool: Pool,
  databaseUrl: string,
  variable: string,
): Promise<WarehouseState> {
  try {
    const [row] = await readSecret(pool).catch((error: unknown) => {
      // On a busy machine only the first connection may time out.
      if (error instanceof Error && isUnreachable(error)) return readSecret(pool);
      throw error;
    });
    if (!row) return refuse(databaseUrl, 'has no cursor-signing secret', notMigrated);
    if (await workersSeeOrganization(pool)) return { cursorSecret: row.value };
    return refuse(
      databaseUrl,
      'is distributed, and its workers do not see the organization of a request',
      `Connect ${variable} to the coordinator of Citus itself`,
    );
  } catch (error) {
    const { code = '' } = error as { code?: string };
    const known = problemsByCode[code];
    if (!known && !(explainUnavailable(error) instanceof DatabaseFailure)) throw error;
    const [what, fix] = known ?? [
      `cannot be reached (${code || (error as Error).message})`,
      'Start the server, or correct DATABASE_URL',
    ];
    return refuse(databaseUrl, what, fix.replace('DATABASE_URL', variable), !known);
  }
}

async function readSecret(pool: Pool): Promise<readonly { readonly value: string }[]> {
  const sql = `select value from settings where name = 'cursor_signing_secret'`;
  return (await pool.query<{ value: string }>(sql)).rows;
}

const refuse = (
  databaseUrl: string,
  what: string,
  fix: string,
  isUnreachable = false,
): WarehouseState => ({
  problem: { where: `database ${withoutCredentials(databaseUrl)}`, what, fix },
  isUnreachable,
});

/** Host, port and name of a database; never its user or password. */
function withoutCredentials(databaseUrl: string): string {
  try {
    const { host, pathname } = new URL(databaseUrl);
    return `${host}${pathname}`;
  } catch {
    return 'in DATABASE_URL';
  }
}
