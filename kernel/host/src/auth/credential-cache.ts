import { settleWithin } from '../errors/settle-within.ts';
import { hashCredential } from './credential.ts';
import { remember } from './remember.ts';

export interface CredentialCacheOptions<Holder> {
  /** Looks up the owner of a credential by its hash. */
  readonly lookUp: (hash: Buffer) => Promise<Holder | undefined>;
  /** Lifetime of a result, also of a negative one; a revoked credential stops working within this time. */
  readonly rememberMs: number;
  /** The error while too many credentials that were never valid are being looked up. */
  readonly tooMany: () => Error;
  readonly now?: () => number;
}

/** Concurrent look-ups of credentials that were never valid; others find a connection meanwhile. */
const maxUnknownLookUps = 2;
/** How many more may wait, and how long: after a restart, no credential is known yet. */
const maxWaiting = 2_000;
const maxWaitMs = 2_000;

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
  #unknownLookUps = 0;
  /** Starts each look-up that waits, in order. */
  readonly #waiting = new Set<() => void>();

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
    if (!isKnown && this.#waiting.size >= maxWaiting) {
      return Promise.reject(this.#options.tooMany());
    }
    const holder = isKnown ? this.#options.lookUp(hash) : this.#lookUpUnknown(hash);
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

  async #lookUpUnknown(hash: Buffer): Promise<Holder | undefined> {
    if (this.#unknownLookUps < maxUnknownLookUps) this.#unknownLookUps += 1;
    else await this.#waitForTurn();
    try {
      return await this.#options.lookUp(hash);
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#unknownLookUps -= 1;
    }
  }

  /** Waits until another look-up hands over its turn. */
  #waitForTurn(): Promise<undefined> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const start = () => {
      this.#waiting.delete(start);
      resolve(undefined);
    };
    this.#waiting.add(start);
    return settleWithin(maxWaitMs, promise, () => {
      this.#waiting.delete(start);
      throw this.#options.tooMany();
    });
  }
}
