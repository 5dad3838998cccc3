import { once } from 'node:events';
import { type AddressInfo, type Server } from 'node:net';
import { StartupError } from '@costplane/plugin-api/internal';

const bindProblems: Record<string, string> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'may not be bound by this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not an address of this machine',
};

/** The settings of ports, as named in error messages. */
export const portKeys = {
  server: 'server.port (or PORT)',
  management: 'management.port (or MANAGEMENT_PORT)',
} as const;

/**
 * Length of the listen backlog, if the system allows it: after an outage, clients reconnect within the same
 * second, and the 511 of Node.js are too few for 1,000 clients.
 */
const listenBacklog = 4_096;

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Binds a server, and returns its port.
 *
 * @param toError creates the error from the problem with the address
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

/** Binds a server of the service, and returns its port. */
export const listen = (server: Server, address: Address, key: string): Promise<number> =>
  bind(server, address, (what) => {
    const where = joinHostPort(address.host, address.port);
    return new StartupError([{ where, what, fix: `Set ${key} to another` }]);
  });

/** The host and port as in a URL. */
export const joinHostPort = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
