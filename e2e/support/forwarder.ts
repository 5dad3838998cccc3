import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way to a database, which can be shut or silenced. */
export interface Forwarder {
  readonly url: string;
  /** Destroys connections and refuses new ones. */
  shut(): void;
  /** Passes nothing on, and takes connections that nobody answers, as a host that hangs. */
  silence(): void;
  open(): void;
  close(): Promise<void>;
}

export async function startForwarder(databaseUrl: string): Promise<Forwarder> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isShut = false;
  let isSilent = false;
  const server = createServer((socket) => {
    if (isShut) {
      socket.resetAndDestroy();
      return;
    }
    const watch = (one: Socket) => {
      sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => sockets.delete(one));
    };
    watch(socket);
    if (isSilent) return;
    const upstream = connect(Number(target.port), target.hostname);
    watch(upstream);
    const passOn = (from: Socket, to: Socket) =>
      from.on('data', (bytes) => {
        if (!isSilent) to.write(bytes);
      });
    passOn(socket, upstream);
    passOn(upstream, socket);
    socket.once('close', () => upstream.destroy());
    upstream.once('close', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    shut() {
      isShut = true;
      destroyAll();
    },
    silence() {
      isSilent = true;
    },
    open() {
      if (isSilent) destroyAll();
      isShut = false;
      isSilent = false;
    },
    async close() {
      destroyAll();
      server.close();
      await once(server, 'close');
    },
  };
}
