import { Client } from 'pg';

/** A migrated database of its own on the server that the test run provides. */
export interface Database {
  readonly url: string;
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

export function createDatabase({ migrated = true } = {}): Promise<Database> {
  return cloneDatabase(migrated ? (process.env.COSTPLANE_TEST_TEMPLATE ?? '') : 'template0');
}

/** A database of its own with all that another holds, to which nobody is connected. */
export async function cloneDatabase(template: string): Promise<Database> {
  const server = process.env.COSTPLANE_TEST_DATABASE_URL ?? '';
  const name = `costplane_test_${process.pid}_${crypto.randomUUID().replaceAll('-', '')}`;
  await query(server, `create database ${name} template ${template}`);
  const url = databaseUrl(name);
  return {
    url,
    ...openDatabase(url),
    drop: async () => {
      await query(server, `drop database if exists ${name} with (force)`);
    },
  };
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
