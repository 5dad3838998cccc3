import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way to a server, which goes silent: it takes connections and bytes, and answers nobody. */
export interface SilentServer {
  readonly url: string;
  silence(): void;
  close(): void;
}

/** @param silentAt what it goes silent at, when somebody sends it */
export async function startSilentServer(
  databaseUrl: string,
  silentAt?: string,
): Promise<SilentServer> {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const sockets: Socket[] = [];
  let isSilent = false;
  const silence = () => {
    isSilent = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.push(socket.on('error', () => undefined));
    if (isSilent) return;
    near.on('data', (bytes) => {
      if (silentAt !== undefined && bytes.includes(silentAt)) silence();
    });
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
