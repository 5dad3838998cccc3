import { setTimeout as sleep } from 'node:timers/promises';
import { type Pool } from 'pg';
import { queryOnce } from './query-once.ts';

/** The data that a response depends on: an organization, and the clusters that the key may read. */
export interface DataScope {
  readonly organizationId: string;
  /** `null`: all of them. */
  readonly clusters: readonly string[] | null;
  /** Whether the history is read too; it may be on another server, which lags behind. */
  readonly hasHistory: boolean;
}

/** How long responses that may not need the history wait for its version. */
const ledgerWithinMs = 1_000;

/** Reads versions of the data that responses depend on; a version changes together with the data. */
export class DataVersions {
  readonly #state: Pool;
  readonly #ledger: Pool | undefined;
  /** By scope: the read in progress, and the one that starts after it. */
  readonly #running = new Map<string, Promise<string>>();
  readonly #next = new Map<string, Promise<string>>();

  /** @param ledger set if the history is on another server */
  constructor(state: Pool, ledger?: Pool) {
    this.#state = state;
    this.#ledger = ledger;
  }

  /**
   * The current version. Calls during a read share the next read: a read that began before the call might
   * not include changes that the caller has already seen.
   */
  read({ organizationId, clusters, hasHistory }: DataScope): Promise<string> {
    const name = `${organizationId} ${clusters?.join() ?? 'all'} ${hasHistory}`;
    const known = this.#next.get(name);
    if (known) return known;
    const start = async () => {
      this.#next.delete(name);
      this.#running.set(name, next);
      const reading = [select(this.#state, organizationId, clusters)];
      if (hasHistory && this.#ledger) {
        // If the handler needs the history, it reports what is wrong with the ledger.
        const ofLedger = select(this.#ledger, organizationId, clusters).catch(newVersion);
        reading.push(Promise.race([ofLedger, sleep(ledgerWithinMs, newVersion(), { ref: false })]));
      }
      return (await Promise.all(reading)).join(' ');
    };
    const before = this.#running.get(name) ?? Promise.resolve();
    const next = before.then(start, start).finally(() => this.#running.delete(name));
    this.#next.set(name, next);
    return next;
  }
}

const newVersion = () => crypto.randomUUID();

async function select(
  pool: Pool,
  organizationId: string,
  clusters: DataScope['clusters'],
): Promise<string> {
  const [row] = await queryOnce<{ version: string }>(pool, {
    name: 'read-version',
    text: 'select read_version($1, $2) as version',
    values: [organizationId, clusters],
  });
  return row?.version ?? '';
}
