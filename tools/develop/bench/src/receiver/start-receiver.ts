import { fileURLToPath } from 'node:url';
import { type ChildServer, startServer } from '../child-server.ts';
import { freePort } from '../free-port.ts';
import { costplane } from '../service.ts';

const bareReceiver = fileURLToPath(new URL('../floors/bare-receiver.js', import.meta.url));

type Receiver = ChildServer & { readonly url: string };

/** The agents' receiver, started as an operator starts it. */
export async function startReceiver(databaseUrl: string): Promise<Receiver> {
  const [port, management] = [await freePort(), await freePort()];
  const server = await startServer(
    costplane,
    ['ingest', '--listen', `127.0.0.1:${port}`, '--management', `127.0.0.1:${management}`],
    { DATABASE_URL: databaseUrl },
    `http://127.0.0.1:${management}/health/ready`,
  );
  return { ...server, url: `http://127.0.0.1:${port}` };
}

/** The floor of the receiver. */
export async function startBareReceiver(databaseUrl: string): Promise<Receiver> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return { ...(await startServer(bareReceiver, [databaseUrl, String(port)], {}, url)), url };
}
