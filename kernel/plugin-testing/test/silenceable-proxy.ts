import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const ignore = () => undefined;

/** A proxy before a server that can stop to forward, without closing anything, as a dead host does. */
export interface SilenceableProxy {
  readonly port: number;
  /** Silences the connections that there are; those that follow are forwarded. */
  silenceOpen(): void;
  /** Silences every connection, those that follow too, until it is called with `false`. */
  silence(isSilent?: boolean): void;
  close(): void;
}

export async function startSilenceableProxy(port: number, host: string): Promise<SilenceableProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(port, host);
    for (const socket of [near, far]) {
      sockets.add(socket.on('error', ignore).once('close', () => sockets.delete(socket)));
    }
    if (!isSilent) near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const silenceOpen = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  return {
    port: (server.address() as AddressInfo).port,
    silenceOpen,
    silence(silent = true) {
      isSilent = silent;
      if (silent) silenceOpen();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
