import { once } from 'node:events';
import { type AddressInfo, type Server } from 'node:net';
import { StartupError } from '@costplane/plugin-api/internal';

const bindProblems: Record<string, string> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'may not be bound by this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not an address of this machine',
};

/** What an operator sets to move a port, as error messages name it. */
export const portKeys = {
  server: 'server.port (or PORT)',
  management: 'management.port (or MANAGEMENT_PORT)',
} as const;

/**
 * Connections that the system accepts before the process does, as far as it admits so many: clients
 * come back in the same second after an outage, and Node.js' 511 are too few for 1,000 of them.
 */
const listenBacklog = 4_096;

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Binds a server, and returns the port that it got.
 *
 * @param toError the error of a server that cannot be bound, from what is wrong with its address
 */
export async function bind(
  server: Server,
  { host, port }: Address,
  toError: (problem: string) => Error,
): Promise<number> {
  server.listen({ port, host, backlog: listenBacklog });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw toError(bindProblems[code] ?? `cannot be bound (${code})`);
  }
  return (server.address() as AddressInfo).port;
}

/** Binds a server of the service, and returns the port that it got. */
export const listen = (server: Server, address: Address, key: string): Promise<number> =>
  bind(server, address, (what) => {
    const where = `${address.host}:${address.port}`;
    return new StartupError([{ where, what, fix: `Set ${key} to another` }]);
  });
