import { fileFailure } from './file-failure.ts';
import { initialiseData } from './initialise.ts';
import { endLease, type Lease, leaseUrl, leaseSocket, takeLease } from './lease.ts';
import { explainLoss } from './program-failure.ts';
import { prepareSite, type Site } from './site.ts';

export interface EmbeddedDatabase {
  /** Holds the password. */
  url: string;
  /** Where the data are. */
  folder: string;
  /** What a failure means where the server went away: a full disk, where that is the reason. */
  explain(error: unknown): Promise<unknown>;
  /** Gives the database back; it stops with the last process that uses it. */
  release(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The directory that keeps the database; made if there is none. */
  home: string;
  onProgress?: ((message: string) => void) | undefined;
  /** False for tests alone: faster, and lost when the machine stops. */
  isDurable?: boolean;
}

/**
 * Finds the embedded PostgreSQL of a home and uses it, or makes and starts it. Should the server
 * die while it is held, it is started again on the same port.
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
    await initialiseData(site, onProgress);
    lease = await takeLease(site, { isDurable }, onProgress);
  } catch (error) {
    throw fileFailure(error, home);
  }
  const { port } = lease;
  let isReleased = false;
  let regaining: Promise<void> | undefined;

  const hold = (held: Lease) => {
    lease = held;
    // A process that has nothing else to do may end without a word: its lease ends with it.
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
