import { fileURLToPath } from 'node:url';
import { type ChildServer, startServer } from './child-server.ts';
import { type ClusterFleet } from './cluster-fleet.ts';
import { freePort } from './free-port.ts';

const clusterPage = fileURLToPath(new URL('./floors/cluster-page.js', import.meta.url));

/** The floor of `cluster-page`, in a process of its own. */
export async function startClusterPageFloor(
  fleet: ClusterFleet,
): Promise<ChildServer & { readonly url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const args = [fleet.databaseUrl, fleet.organizationId, String(port)];
  return { ...(await startServer(clusterPage, args, {}, url)), url };
}
