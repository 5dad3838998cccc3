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
export const listenBacklog = 4_096;

/** Binds a server, and returns the port that it got. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  key: string,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  server.once('error', reject);
  server.listen({ port, host, backlog: listenBacklog }, () => {
    resolve(undefined);
  });
  try {
    await promise;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new StartupError([
      {
        where: `${host}:${port}`,
        what: bindProblems[code] ?? `cannot be bound (${code})`,
        fix: `Set ${key} to another`,
      },
    ]);
  } finally {
    server.off('error', reject);
  }
  return (server.address() as AddressInfo).port;
}
