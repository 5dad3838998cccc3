import { fileURLToPath } from 'node:url';
import { type ChildServer, startServer } from './child-server.ts';
import { freePort } from './free-port.ts';

/** The command, as it is installed. */
export const costplane = fileURLToPath(
  new URL('../../../operate/cli/bin/costplane.js', import.meta.url),
);
const replicas = fileURLToPath(new URL('./run-replicas.js', import.meta.url));

/** The built product, started as an operator starts it, logging as it does by default. */
export async function startCostplane(databaseUrl: string, processes = 1): Promise<ChildServer> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const serve = ['serve', '--port', port];
  const [script, args] =
    processes === 1 ? [costplane, serve] : [replicas, [String(processes), costplane, ...serve]];
  return startServer(
    script,
    args,
    { DATABASE_URL: databaseUrl, MANAGEMENT_PORT: '0', COSTPLANE_CONFIG: '', REDIS_URL: '' },
    { url, readyUrl: `${url}/health/ready` },
  );
}
