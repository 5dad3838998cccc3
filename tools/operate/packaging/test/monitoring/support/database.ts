import { Client, type FieldDef } from 'pg';

export interface Answer {
  readonly columns: readonly string[];
  // A test looks into it as it likes.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly rows: readonly any[];
}

/** A migrated database of its own on the server that the test run provides. */
export interface Database {
  readonly url: string;
  readonly name: string;
  drop(): Promise<void>;
}

export async function createDatabase(): Promise<Database> {
  const server = process.env.COSTPLANE_TEST_DATABASE_URL ?? '';
  const name = `costplane_test_${process.pid}_${crypto.randomUUID().replaceAll('-', '')}`;
  await ask(server, `create database ${name} template ${process.env.COSTPLANE_TEST_TEMPLATE}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    name,
    drop: async () => {
      await ask(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Asks over a connection of its own, with start-up options such as `-c role=…`. */
export async function ask(url: string, text: string, options?: string): Promise<Answer> {
  const client = new Client({ connectionString: url, ...(options && { options }) });
  await client.connect();
  try {
    const result = await client.query(text);
    const last = Array.isArray(result) ? result.at(-1) : result;
    return { columns: last.fields.map(({ name }: FieldDef) => name), rows: last.rows };
  } finally {
    await client.end();
  }
}
