import { databaseUrl, onServer } from './on-server.ts';

const known = new Map<string, Promise<string[]>>();

/** The servers of a test database: with Citus the coordinator and its workers, otherwise the one server. */
export function listNodes(serverUrl: string): Promise<string[]> {
  const nodes = known.get(serverUrl) ?? findNodes(serverUrl);
  known.set(serverUrl, nodes);
  nodes.catch(() => known.delete(serverUrl));
  return nodes;
}

async function findNodes(serverUrl: string): Promise<string[]> {
  return onServer(serverUrl, async (client) => {
    const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
    if (!rowCount) return [serverUrl];
    const { rows } = await client.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid`,
    );
    return rows.map(({ host, port }) => {
      const url = new URL(serverUrl);
      url.hostname = host;
      url.port = String(port);
      return url.href;
    });
  });
}

/**
 * Runs statements on every server of a test database, outside of it: first on the coordinator,
 * which keeps connections to the others.
 */
export async function onEveryNode(serverUrl: string, ...statements: string[]): Promise<void> {
  for (const node of await listNodes(serverUrl)) {
    await onServer(node, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  }
}

/** Creates an empty database on every server; with Citus, they know each other. */
export async function createEmptyDatabase(serverUrl: string, name: string): Promise<void> {
  const nodes = await listNodes(serverUrl);
  await onEveryNode(serverUrl, `create database ${name}`);
  if (nodes.length === 1) return;
  for (const node of nodes) {
    await onServer(databaseUrl(node, name), (client) => client.query('create extension citus'));
  }
  await onServer(databaseUrl(serverUrl, name), async (client) => {
    for (const [index, node] of nodes.entries()) {
      const { hostname, port } = new URL(node);
      const add = index === 0 ? 'citus_set_coordinator_host' : 'citus_add_node';
      await client.query(`select ${add}($1, $2)`, [hostname, Number(port)]);
    }
  });
}
