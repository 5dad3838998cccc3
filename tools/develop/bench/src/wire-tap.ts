import { once } from 'node:events';
import { type AddressInfo, createServer, connect, type Socket } from 'node:net';
import { FrontendReader, type Statement } from './frontend-reader.ts';

/** A way to a database on which it is noted what is asked. */
export interface WireTap {
  /** Leads to the database, through the tap. */
  readonly url: string;
  /** What was asked since the start or the last `forget`, in order. */
  readonly statements: readonly Statement[];
  forget(): void;
  close(): Promise<void>;
}

/** Opens a way to a database that clients take instead of the straight one. */
export async function tapWire(databaseUrl: string): Promise<WireTap> {
  const database = new URL(databaseUrl);
  const statements: Statement[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(database.port || 5432), database.hostname);
    const reader = new FrontendReader((statement) => statements.push(statement));
    client.on('data', (chunk: Buffer) => reader.read(chunk));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => (sockets.delete(from), to.destroy()));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    statements,
    forget: () => statements.splice(0),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
