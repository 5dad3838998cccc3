import { Kysely, PostgresDialect } from 'kysely';
import { type Caller } from './admission-control.ts';
import { Lease, type Unreleased } from './lease.ts';
import { openSnapshot } from './ledger-snapshot.ts';
import { type SharedPool } from './shared-pool.ts';
import { type LedgerSnapshot } from '@costplane/plugin-api';
import { DatabaseFailure } from './database-failure.ts';

/** The pools that requests share. */
export type SharedPools = Readonly<Record<'state' | 'queries' | 'streams', SharedPool>>;

interface ClusterIds {
  clusters: { organization_id: string; id: string };
}

/** The databases as one request sees them: confined to its organization, until the request ends. */
export class RequestDatabases {
  readonly #pools: SharedPools;
  readonly #caller: Caller;
  readonly #onGone: (listener: () => void) => void;
  readonly #leases: Lease[] = [];
  readonly #snapshots: LedgerSnapshot<unknown>[] = [];
  #state: Kysely<unknown> | undefined;
  #isClosed = false;

  /** @param onGone calls the listener when the client of the request goes away */
  constructor(pools: SharedPools, caller: Caller, onGone: (listener: () => void) => void) {
    this.#pools = pools;
    this.#caller = caller;
    this.#onGone = onGone;
  }

  /** What is there now. */
  get state(): Kysely<unknown> {
    return (this.#state ??= over(this.#lease(this.#pools.state)));
  }

  /** Whether the organization has the cluster: all that the kernel knows of clusters. */
  async hasCluster(clusterId: string): Promise<boolean> {
    const row = await (this.state as Kysely<ClusterIds>)
      .selectFrom('clusters')
      .select('id')
      .where('organization_id', '=', this.#caller.organizationId)
      .where('id', '=', clusterId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The history. What runs in it ends with the signal, or when the time is up. */
  history(signal: AbortSignal, timeoutMs: number): Kysely<unknown> {
    const lease = this.#lease(this.#pools.queries);
    closeWith(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]), lease);
    return over(lease);
  }

  /** One consistent view of the history, without a limit of time. Ends with the signal. */
  async snapshot(signal: AbortSignal): Promise<LedgerSnapshot<unknown>> {
    const lease = new Lease(this.#pools.streams, this.#caller, this.#onGone);
    closeWith(signal, lease);
    const snapshot = await openSnapshot(lease);
    if (this.#isClosed) await snapshot.close();
    this.#snapshots.push(snapshot);
    return snapshot;
  }

  /** Releases everything; what is in use is destroyed. Says what that was, but for snapshots. */
  close(): Exclude<Unreleased, 'nothing'>[] {
    this.#isClosed = true;
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

const over = (lease: Lease) =>
  new Kysely<unknown>({ dialect: new PostgresDialect({ pool: lease }) });

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
