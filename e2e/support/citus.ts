import { Client } from 'pg';
import { type Database, openDatabase } from './database.ts';

interface Node {
  readonly host: string;
  readonly port: number;
}

/** The coordinator of Citus, and its workers. */
export const listNodes = (server: string) =>
  run<Node>(
    server,
    'select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid',
  );

/**
 * An empty database on a coordinator of Citus, known to its workers or of the coordinator alone.
 * `reachedAt` says where the others find a server.
 */
export async function createOnCitus(
  server: string,
  {
    hasWorkers,
    reachedAt = (node) => node,
  }: { hasWorkers: boolean; reachedAt?: (node: Node) => Node },
): Promise<Database> {
  const name = `costplane_test_${process.pid}_${crypto.randomUUID().replaceAll('-', '')}`;
  const all = await listNodes(server);
  const nodes = hasWorkers ? all : all.slice(0, 1);
  const on = ({ host, port }: Node, database: string) =>
    Object.assign(new URL(server), { hostname: host, port, pathname: database }).href;
  for (const node of nodes) await run(on(node, 'postgres'), `create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: name }).href;
  if (hasWorkers) {
    for (const node of nodes) await run(on(node, name), 'create extension citus');
    for (const [index, { host, port }] of nodes.map(reachedAt).entries()) {
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
