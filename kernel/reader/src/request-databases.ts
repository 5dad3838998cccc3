import { type Kysely } from 'kysely';
import { type Caller } from './admission-control.ts';
import { Lease, queryThrough, type Unreleased } from './lease.ts';
import { openSnapshot } from './ledger-snapshot.ts';
import { type SharedPool } from './shared-pool.ts';
import { type LedgerSnapshot } from '@costplane/plugin-api';
import { DatabaseFailure } from './database-failure.ts';

/** The pools that requests share. */
export type SharedPools = Readonly<Record<'state' | 'queries' | 'streams', SharedPool>>;

interface ClusterIds {
  clusters: { organization_id: string; id: string };
}

/** The databases of one request: confined to its organization, and closed when it ends. */
export class RequestDatabases {
  readonly #pools: SharedPools;
  readonly #caller: Caller;
  readonly #onGone: (listener: () => void) => void;
  readonly #leases: Lease[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #snapshots: LedgerSnapshot<unknown>[] = [];
  #state: Kysely<unknown> | undefined;
  #isClosed = false;

  /** @param onGone registers a listener for the disconnection of the HTTP client */
  constructor(pools: SharedPools, caller: Caller, onGone: (listener: () => void) => void) {
    this.#pools = pools;
    this.#caller = caller;
    this.#onGone = onGone;
  }

  /** The current state. */
  get state(): Kysely<unknown> {
    return (this.#state ??= queryThrough(this.#lease(this.#pools.state)));
  }

  /** Whether the organization has the cluster; the kernel reads nothing else about clusters. */
  async hasCluster(clusterId: string): Promise<boolean> {
    const row = await (this.state as Kysely<ClusterIds>)
      .selectFrom('clusters')
      .select('id')
      .where('organization_id', '=', this.#caller.organizationId)
      .where('id', '=', clusterId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The history. Queries end with the signal, or after the timeout. */
  history(signal: AbortSignal, timeoutMs: number): Kysely<unknown> {
    const lease = this.#lease(this.#pools.queries);
    closeWith(signal, lease);
    // Not `AbortSignal.timeout`, which would hold the request until then.
    const timer = setTimeout(() => {
      lease.close(new DatabaseFailure('UPSTREAM_TIMEOUT', new Error('the query took too long')));
    }, timeoutMs);
    this.#timers.push(timer.unref());
    return queryThrough(lease);
  }

  /** A consistent view of the history, without a timeout. It ends with the signal. */
  async snapshot(signal: AbortSignal): Promise<LedgerSnapshot<unknown>> {
    const lease = new Lease(this.#pools.streams, this.#caller, this.#onGone);
    closeWith(signal, lease);
    const snapshot = await openSnapshot(lease);
    if (this.#isClosed) await snapshot.close();
    this.#snapshots.push(snapshot);
    return snapshot;
  }

  /** Releases everything, and destroys what is in use. Returns what was, except for snapshots. */
  close(): Exclude<Unreleased, 'nothing'>[] {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const snapshot of this.#snapshots) void snapshot.close();
    return this.#leases.map((lease) => lease.close()).filter((left) => left !== 'nothing');
  }

  #lease(pool: SharedPool): Lease {
    const lease = new Lease(pool, this.#caller, this.#onGone);
    if (this.#isClosed) lease.close();
    this.#leases.push(lease);
    return lease;
  }
}

function closeWith(signal: AbortSignal, lease: Lease): void {
  const close = () => {
    lease.close(
      isLate(signal) ? new DatabaseFailure('UPSTREAM_TIMEOUT', signal.reason) : undefined,
    );
  };
  if (signal.aborted) close();
  else signal.addEventListener('abort', close, { once: true });
}

const isLate = ({ reason }: AbortSignal) => (reason as Error | undefined)?.name === 'TimeoutError';
