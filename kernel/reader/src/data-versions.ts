import { type Pool } from 'pg';
import { isDistributed } from './distributed-session.ts';
import { useClient } from './query-once.ts';

/** The data that a response depends on: an organization, and the clusters that the key may read. */
export interface DataScope {
  readonly organizationId: string;
  /** `null`: all of them. */
  readonly clusters: readonly string[] | null;
  /** Whether the history is read too; it may be on another server, which lags behind. */
  readonly hasHistory: boolean;
}

/** Reads versions of the data that responses depend on; a version changes together with the data. */
export class DataVersions {
  readonly #pools: readonly Pool[];
  /** By scope: the read in progress, and the one that starts after it. */
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<string>>();

  /** @param ledger set if the history is on another server */
  constructor(state: Pool, ledger?: Pool) {
    this.#pools = ledger ? [state, ledger] : [state];
  }

  /**
   * The current version. Calls during a read share the next read: a read that began before the call might
   * not include changes that the caller has already seen.
   */
  read(scope: DataScope): Promise<string> {
    const { organizationId, clusters, hasHistory } = scope;
    const name = `${organizationId} ${clusters?.join() ?? 'all'} ${hasHistory}`;
    const next = this.#next.get(name);
    if (next) return next;
    const running = this.#running.get(name);
    if (!running) return this.#start(name, scope);
    const started = running.then(
      () => this.#startNext(name, scope),
      () => this.#startNext(name, scope),
    );
    this.#next.set(name, started);
    return started;
  }

  #startNext(name: string, scope: DataScope): Promise<string> {
    this.#next.delete(name);
    return this.#start(name, scope);
  }

  #start(name: string, { organizationId, clusters, hasHistory }: DataScope): Promise<string> {
    const pools = hasHistory ? this.#pools : this.#pools.slice(0, 1);
    const reading = Promise.all(pools.map((pool) => select(pool, organizationId, clusters)));
    this.#running.set(name, reading);
    const end = () => {
      if (this.#running.get(name) === reading) this.#running.delete(name);
    };
    reading.then(end, end);
    return reading.then((versions) => versions.join(' '));
  }
}

/** Citus does not support the triggers that change versions, so that there every version is new. */
const select = (pool: Pool, organizationId: string, clusters: DataScope['clusters']) =>
  useClient(pool, async (client) => {
    if (isDistributed(client)) return crypto.randomUUID();
    const { rows } = await client.query<{ version: string }>({
      name: 'read-version',
      text: 'select read_version($1, $2) as version',
      values: [organizationId, clusters],
    });
    return rows[0]?.version ?? '';
  });
