import { hashCredential } from './credential.ts';
import { remember } from './remember.ts';

export interface CredentialCacheOptions<Holder> {
  /** Finds who a credential stands for by its hash. */
  readonly lookUp: (hash: Buffer) => Promise<Holder | undefined>;
  /** How long an answer holds, a negative one too: a revoked credential stops within this time. */
  readonly rememberMs: number;
  /** What a look-up is refused with while too many credentials that were never valid are looked up. */
  readonly tooMany: () => Error;
  readonly now?: () => number;
}

/** Of credentials that anybody may have made up, looked up at a time. */
const maxUnknownLookUps = 200;

interface Remembered<Holder> {
  readonly until: number;
  readonly holder: Promise<Holder | undefined>;
}

/**
 * Finds who credentials stand for, and remembers answers for some seconds. Made-up credentials compete
 * only with one another, for look-ups and for memory: what has been valid once is looked up anew
 * whatever else is, and is never forgotten in their favor.
 */
export class CredentialCache<Holder> {
  readonly #options: CredentialCacheOptions<Holder>;
  readonly #now: () => number;
  /** Also expired ones, so that they count as known when they are looked up anew. */
  readonly #known = new Map<string, Remembered<Holder>>();
  readonly #unknown = new Map<string, Remembered<Holder>>();
  #unknownLookUps = 0;

  constructor(options: CredentialCacheOptions<Holder>) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Undefined: the credential is unknown or revoked. Rejects with `tooMany` if need be. */
  find(credential: string): Promise<Holder | undefined> {
    const hash = hashCredential(credential);
    const name = hash.toString('latin1');
    const isKnown = this.#known.has(name);
    const remembered = this.#known.get(name) ?? this.#unknown.get(name);
    const now = this.#now();
    if (remembered && remembered.until > now) return remembered.holder;
    if (!isKnown && this.#unknownLookUps >= maxUnknownLookUps) {
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

  /** Moves an answer to where it belongs. */
  #sort(name: string, entry: Remembered<Holder>, found: Holder | undefined): void {
    const [from, to] = found ? [this.#unknown, this.#known] : [this.#known, this.#unknown];
    if (from.get(name) !== entry) return;
    from.delete(name);
    remember(to, name, entry);
  }

  /** After a failure; what has been known stays so, and is looked up anew. */
  #forget(name: string, entry: Remembered<Holder>): void {
    if (this.#unknown.get(name) === entry) this.#unknown.delete(name);
    if (this.#known.get(name) === entry) this.#known.set(name, { ...entry, until: 0 });
  }

  async #lookUpUnknown(hash: Buffer): Promise<Holder | undefined> {
    this.#unknownLookUps += 1;
    try {
      return await this.#options.lookUp(hash);
    } finally {
      this.#unknownLookUps -= 1;
    }
  }
}
