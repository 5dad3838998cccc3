import { hashCredential } from './credential.ts';
import { remember } from './remember.ts';
import { Turns } from './turns.ts';

/** Runs a query on a database, perhaps after others. */
export type InTurn = <Result>(database: string, query: () => Promise<Result>) => Promise<Result>;

export interface CredentialCacheOptions<Holder> {
  /** Looks up the owner of a credential by its hash; runs each query with `inTurn`. */
  readonly lookUp: (hash: Buffer, inTurn: InTurn) => Promise<Holder | undefined>;
  /** Lifetime of a result, also of a negative one; a revoked credential stops working within this time. */
  readonly rememberMs: number;
  /** The error while too many credentials that were never valid are being looked up. */
  readonly tooMany: () => Error;
  readonly now?: () => number;
}

interface Remembered<Holder> {
  readonly until: number;
  readonly holder: Promise<Holder | undefined>;
}

/**
 * Looks up the owners of credentials and caches the results for some seconds. Made-up credentials compete
 * only with each other for look-ups and memory: credentials that have been valid are always looked up again,
 * and are never evicted in favor of made-up ones.
 */
export class CredentialCache<Holder> {
  readonly #options: CredentialCacheOptions<Holder>;
  readonly #now: () => number;
  /** Includes expired ones, so that they count as known when they are looked up again. */
  readonly #known = new Map<string, Remembered<Holder>>();
  readonly #unknown = new Map<string, Remembered<Holder>>();
  /** By database, so that one that does not respond delays only its own credentials. */
  readonly #turns = new Map<string, Turns>();

  constructor(options: CredentialCacheOptions<Holder>) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** `undefined` if the credential is unknown or revoked. May reject with `tooMany`. */
  find(credential: string): Promise<Holder | undefined> {
    const hash = hashCredential(credential);
    const name = hash.toString('latin1');
    const isKnown = this.#known.has(name);
    const remembered = this.#known.get(name) ?? this.#unknown.get(name);
    const now = this.#now();
    if (remembered && remembered.until > now) return remembered.holder;
    const holder = this.#options.lookUp(hash, isKnown ? atOnce : this.#inTurn);
    const entry = { until: now + this.#options.rememberMs, holder };
    remember(isKnown ? this.#known : this.#unknown, name, entry);
    holder.then(
      (found) => this.#sort(name, entry, found),
      () => this.#forget(name, entry),
    );
    return holder;
  }

  /** Stores a result as valid or as unknown. */
  #sort(name: string, entry: Remembered<Holder>, found: Holder | undefined): void {
    const [from, to] = found ? [this.#unknown, this.#known] : [this.#known, this.#unknown];
    if (from.get(name) !== entry) return;
    from.delete(name);
    remember(to, name, entry);
  }

  /** After a failed look-up; known credentials stay known, and are looked up again. */
  #forget(name: string, entry: Remembered<Holder>): void {
    if (this.#unknown.get(name) === entry) this.#unknown.delete(name);
    if (this.#known.get(name) === entry) this.#known.set(name, { ...entry, until: 0 });
  }

  readonly #inTurn: InTurn = (database, query) => {
    const turns = this.#turns.get(database) ?? new Turns();
    this.#turns.set(database, turns);
    return turns.take(query, this.#options.tooMany);
  };
}

const atOnce: InTurn = (_, query) => query();
