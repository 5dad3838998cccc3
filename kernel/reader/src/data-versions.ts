import { type Pool } from 'pg';
import { isDistributed } from './distributed-session.ts';
import { useClient } from './query-once.ts';

/** What an answer is made of: an organization, and of its clusters those that a key may read. */
export interface DataScope {
  readonly organizationId: string;
  /** `null`: all of them. */
  readonly clusters: readonly string[] | null;
  /** The history is read as well; it may be on another server, which lags. */
  readonly hasHistory: boolean;
}

/** Reads the version of what answers are made of: it changes together with the data. */
export class DataVersions {
  readonly #pools: readonly Pool[];
  /** By scope: what is being read, and what begins when that has ended. */
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<string>>();

  /** @param ledger where it is another server than that of the state */
  constructor(state: Pool, ledger?: Pool) {
    this.#pools = ledger ? [state, ledger] : [state];
  }

  /**
   * The version now. Those who ask while a version is read share the next read: one that began before
   * they asked might not know what they know.
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

/** Citus has no triggers on its tables, by which versions change: there no answer is known to be current. */
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
