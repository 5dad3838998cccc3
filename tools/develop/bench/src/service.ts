import { fileURLToPath } from 'node:url';
import { type ChildServer, startServer } from './child-server.ts';
import { freePort } from './free-port.ts';

/** The command, as it is installed. */
export const costplane = fileURLToPath(
  new URL('../../../operate/cli/bin/costplane.js', import.meta.url),
);

/** The built product, started as an operator starts it, logging as it does by default. */
export async function startCostplane(
  databaseUrl: string,
): Promise<ChildServer & { readonly url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer(
    costplane,
    ['serve', '--port', String(port)],
    { DATABASE_URL: databaseUrl, MANAGEMENT_PORT: '0', COSTPLANE_CONFIG: '', REDIS_URL: '' },
    `${url}/health/ready`,
  );
  return { ...server, url };
}
