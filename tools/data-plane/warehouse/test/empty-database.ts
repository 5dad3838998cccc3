import { createTestDatabase } from '../src/testing.ts';
import { Client } from 'pg';

export interface EmptyDatabase {
  url: string;
  /** A URL of a user who owns the database and may create roles, and is no superuser. */
  asPlainOwner(): Promise<string>;
  /** A URL of a user who may connect, and no more. */
  asStranger(): Promise<string>;
  drop(): Promise<void>;
}

/** A database without any table of ours, on the test server. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const host = await createTestDatabase();
  const serverUrl = host.url;
  const name = `${new URL(serverUrl).pathname.slice(1)}_empty`;
  const user = `${name}_user`;
  const onServer = async (statements: string[]) => {
    const client = new Client({ connectionString: serverUrl });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await onServer([`create database ${name}`]);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const asUser = () => Object.assign(new URL(url), { username: user, password: 'plain' }).href;
  return {
    url: url.href,
    asStranger: async () => {
      await onServer([`create role ${user} login password 'plain'`]);
      return asUser();
    },
    asPlainOwner: async () => {
      await onServer([
        `create role ${user} login createrole password 'plain'`,
        `alter database ${name} owner to ${user}`,
        `grant costplane_owner, costplane_ingest, costplane_api to ${user} with admin option`,
      ]);
      return asUser();
    },
    drop: async () => {
      await onServer([`drop database ${name} with (force)`, `drop role if exists ${user}`]);
      await host.drop();
    },
  };
}
