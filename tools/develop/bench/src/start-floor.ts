import { fileURLToPath } from 'node:url';
import { type ChildServer, startServer } from './child-server.ts';
import { type Fleet } from './fleet.ts';
import { freePort } from './free-port.ts';

/** The floor of a page, in a process of its own. */
export async function startFloor(
  page: 'cluster-page' | 'workload-page',
  fleet: Fleet,
): Promise<ChildServer & { readonly url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const script = fileURLToPath(new URL(`./floors/${page}.js`, import.meta.url));
  const args = [fleet.databaseUrl, fleet.organizationId, String(port)];
  return { ...(await startServer(script, args, {}, url)), url };
}
