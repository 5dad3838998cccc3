import { Client } from 'pg';
import { costplaneJson } from './costplane.ts';
import { cloneDatabase, type Database, databaseUrl, onEveryServer } from './database.ts';

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
    if (rowCount === 0) await loadDemo(template);
  } finally {
    await server.end();
  }
  return cloneDatabase(template);
}

async function loadDemo(name: string): Promise<void> {
  const draft = `${name}_draft`;
  await onEveryServer(
    `drop database if exists ${draft} with (force)`,
    `create database ${draft} template ${process.env.COSTPLANE_TEST_TEMPLATE}`,
  );
  const environment = { DATABASE_URL: databaseUrl(draft) };
  const load = ['sample', 'load', '--org', 'demo', '--days', String(days)];
  await costplaneJson(load, environment);
  // Citus keeps connections between its servers, and nothing that is in use can be renamed or copied.
  await onEveryServer(
    `alter database ${draft} allow_connections false`,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${draft}'`,
    `alter database ${draft} rename to ${name}`,
  );
}
