import { fileURLToPath } from 'node:url';
import { type ChildServer, startServer } from '../child-server.ts';
import { freePort } from '../free-port.ts';
import { costplane } from '../service.ts';

const bareReceiver = fileURLToPath(new URL('../floors/bare-receiver.js', import.meta.url));

/** The agents' receiver, started as an operator starts it, with more options where there are any. */
export async function startReceiver(
  databaseUrl: string,
  ...options: readonly string[]
): Promise<ChildServer> {
  const [port, management] = [await freePort(), await freePort()];
  return startServer(
    costplane,
    [
      'ingest',
      '--listen',
      `127.0.0.1:${port}`,
      '--management',
      `127.0.0.1:${management}`,
      ...options,
    ],
    { DATABASE_URL: databaseUrl },
    {
      url: `http://127.0.0.1:${port}`,
      readyUrl: `http://127.0.0.1:${management}/health/ready`,
    },
  );
}

/** The floor of the receiver. */
export async function startBareReceiver(databaseUrl: string): Promise<ChildServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return startServer(bareReceiver, [databaseUrl, String(port)], {}, { url, readyUrl: url });
}
