import { fileURLToPath } from 'node:url';
import { type ChildServer, startServer } from './child-server.ts';
import { type Fleet } from './fleet.ts';
import { freePort } from './free-port.ts';

export type Floor = 'cluster-page' | 'workload-page' | 'node-page' | 'count' | 'explorer' | 'trend';

/** The floor of a page, in a process of its own. */
export async function startFloor(
  page: Floor,
  fleet: Fleet,
  ...more: string[]
): Promise<ChildServer> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const script = fileURLToPath(new URL(`./floors/${page}.js`, import.meta.url));
  const args = [fleet.databaseUrl, fleet.organizationId, port, ...more];
  return startServer(script, args, {}, { url, readyUrl: `${url}/ready` });
}
