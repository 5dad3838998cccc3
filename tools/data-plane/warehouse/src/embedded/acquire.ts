import { fileFailure } from './file-failure.ts';
import { initialiseData } from './initialise.ts';
import { endLease, type Lease, leaseUrl, leaseSocket, takeLease } from './lease.ts';
import { explainLoss } from './program-failure.ts';
import { prepareSite, type Site } from './site.ts';

export interface EmbeddedDatabase {
  /** Contains the password. */
  url: string;
  /** Data folder. */
  folder: string;
  /** Explains an error after the server has stopped, such as a full disk. */
  explain(error: unknown): Promise<unknown>;
  /** Releases the database; it stops with the last process that uses it. */
  release(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The directory of the database; created if it does not exist. */
  home: string;
  onProgress?: ((message: string) => void) | undefined;
  /** False only for tests: faster, but data is lost when the machine stops. */
  isDurable?: boolean;
}

/**
 * Uses the embedded PostgreSQL of a home directory, or creates and starts it. If the server stops
 * while it is held, it is started again on the same port.
 *
 * @throws {WarehouseError} if there are no binaries for this platform, if the home cannot be
 * written, or if PostgreSQL does not start
 */
export async function acquireEmbeddedDatabase({
  home,
  onProgress,
  isDurable = true,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  let site: Site;
  let lease: Lease | undefined;
  try {
    site = await prepareSite(home);
    await initialiseData(site, { isDurable }, onProgress);
    lease = await takeLease(site, { isDurable }, onProgress);
  } catch (error) {
    throw fileFailure(error, home);
  }
  const { port } = lease;
  let isReleased = false;
  let regaining: Promise<void> | undefined;

  const hold = (held: Lease) => {
    lease = held;
    // A process without other work may end without releasing it: its lease ends with it.
    leaseSocket(held).unref();
    held.client.once('end', () => {
      if (!isReleased) regaining = regain();
    });
  };
  const regain = async () => {
    lease = undefined;
    await takeLease(site, { isDurable, preferredPort: port }).then(hold, () => undefined);
  };

  hold(lease);
  return {
    url: leaseUrl(site, port),
    folder: site.data,
    explain: (error) => explainLoss(error, site),
    release: async () => {
      if (isReleased) return;
      isReleased = true;
      await regaining;
      if (lease) await endLease(lease, site);
    },
  };
}
