import { Client } from 'pg';

/** A migrated database of its own on the server that the test run provides. */
export interface Database {
  readonly url: string;
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

export function createDatabase({ migrated = true } = {}): Promise<Database> {
  const { COSTPLANE_TEST_LEDGER_TEMPLATE: prepared, COSTPLANE_TEST_TEMPLATE: empty } = process.env;
  return cloneDatabase(migrated ? (prepared ?? empty ?? '') : 'template0');
}

/** A database of its own with all that another holds, to which nobody is connected. */
export async function cloneDatabase(template: string): Promise<Database> {
  const name = `costplane_test_${process.pid}_${crypto.randomUUID().replaceAll('-', '')}`;
  await onEveryServer(`create database ${name} template ${template}`);
  const url = databaseUrl(name);
  return {
    url,
    ...openDatabase(url),
    drop: () => onEveryServer(`drop database if exists ${name} with (force)`),
  };
}

/** Runs statements outside of any test database; on Citus on the coordinator, then on the workers. */
export async function onEveryServer(...statements: readonly string[]): Promise<void> {
  for (const server of await (servers ??= listServers())) {
    for (const statement of statements) await query(server, statement);
  }
}

let servers: Promise<string[]> | undefined;

/** The server that the test run provides; where that is a coordinator of Citus, its workers too. */
async function listServers(): Promise<string[]> {
  const server = process.env.COSTPLANE_TEST_DATABASE_URL ?? '';
  const citus = await query(server, `select from pg_extension where extname = 'citus'`);
  if (citus.length === 0) return [server];
  const nodes = await query<{ hostname: string; port: number }>(
    server,
    'select nodename as hostname, nodeport as port from pg_dist_node where isactive order by groupid',
  );
  return nodes.map((node) => Object.assign(new URL(server), node).href);
}

/** The address of a database of this name on the server that the test run provides. */
export function databaseUrl(name: string): string {
  const url = new URL(process.env.COSTPLANE_TEST_DATABASE_URL ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs statements in a database, each in a session of its own. */
export function openDatabase(url: string): Pick<Database, 'sql'> {
  return { sql: (text, values) => query(url, text, values) };
}

async function query<Row>(url: string, text: string, values: readonly unknown[] = []) {
  const client = new Client({
    connectionString: url,
    options: '-c search_path=costplane -c TimeZone=UTC',
  });
  await client.connect();
  try {
    const { rows } = await client.query(text, [...values]);
    return rows as Row[];
  } finally {
    await client.end();
  }
}
