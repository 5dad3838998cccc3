import { listenBacklog } from '@costplane/kernel/edge';
import { once } from 'node:events';
import { type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { ReceiverError } from './receiver-error.ts';

export interface Address {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
}

const problems: Record<string, string> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'may not be bound by this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not an address of this machine',
};

/** Binds a server, and returns its URL. */
export async function listen(server: Server, { host, port }: Address, option: string) {
  server.listen({ port, host, backlog: listenBacklog });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const problem = problems[code] ?? `cannot be bound (${code})`;
    throw new ReceiverError(`${join(host, port)} ${problem}; give another to ${option}`);
  }
  return `http://${join(host, (server.address() as AddressInfo).port)}`;
}

const join = (host: string, port: number) => `${host.includes(':') ? `[${host}]` : host}:${port}`;
