import { Client } from 'pg';
import { type Database, openDatabase } from './database.ts';

/** An empty database on a coordinator of Citus, known to its workers or of the coordinator alone. */
export async function createOnCitus(
  server: string,
  { hasWorkers }: { hasWorkers: boolean },
): Promise<Database> {
  const name = `costplane_test_${process.pid}_${crypto.randomUUID().replaceAll('-', '')}`;
  const all = await run<{ host: string; port: number }>(
    server,
    'select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid',
  );
  const nodes = hasWorkers ? all : all.slice(0, 1);
  const on = ({ host, port }: (typeof all)[number], database: string) =>
    Object.assign(new URL(server), { hostname: host, port, pathname: database }).href;
  for (const node of nodes) await run(on(node, 'postgres'), `create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: name }).href;
  if (hasWorkers) {
    for (const node of nodes) await run(on(node, name), 'create extension citus');
    for (const [index, { host, port }] of nodes.entries()) {
      const add = index === 0 ? 'citus_set_coordinator_host' : 'citus_add_node';
      await run(url, `select ${add}('${host}', ${port})`);
    }
  }
  const drop = async () => {
    for (const node of nodes) {
      await run(on(node, 'postgres'), `drop database if exists ${name} with (force)`);
    }
  };
  return { url, ...openDatabase(url), drop };
}

async function run<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}
