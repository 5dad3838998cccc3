import { Client } from 'pg';
import { costplaneJson } from './costplane.ts';
import { cloneDatabase, type Database, databaseUrl } from './database.ts';

const days = 31;

/** A database with the demo fleet in the organization `demo`. The run loads it once and clones it. */
export async function createDemoDatabase(): Promise<Database> {
  const template = `costplane_test_${process.env.COSTPLANE_TEST_RUN ?? String(process.pid)}_demo`;
  const server = new Client({ connectionString: process.env.COSTPLANE_TEST_DATABASE_URL ?? '' });
  await server.connect();
  try {
    // Files run side by side: the first loads, the others wait for it.
    await server.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await server.query('select from pg_database where datname = $1', [
      template,
    ]);
    if (rowCount === 0) await loadDemo(server, template);
  } finally {
    await server.end();
  }
  return cloneDatabase(template);
}

async function loadDemo(server: Client, name: string): Promise<void> {
  const draft = `${name}_draft`;
  await server.query(`drop database if exists ${draft} with (force)`);
  await server.query(`create database ${draft} template ${process.env.COSTPLANE_TEST_TEMPLATE}`);
  const environment = { DATABASE_URL: databaseUrl(draft) };
  const load = ['sample', 'load', '--org', 'demo', '--days', String(days)];
  await costplaneJson(load, environment);
  await server.query(`alter database ${draft} rename to ${name}`);
}
