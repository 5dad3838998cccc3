import { defaultDatabase } from '@costplane/reader';
import { settleWithin } from '../errors/settle-within.ts';
import { type InTurn } from './credential-cache.ts';
import { remember } from './remember.ts';

/** How long known credentials wait for a directory that may be down. */
const patienceMs = 250;

/**
 * Looks up credentials on the database of their organization. The directory is queried every time. If it
 * does not respond, its last answer is used, which is safe, since an organization that has moved is not
 * found on its old database.
 */
export class HomeDirectory {
  readonly #ask: (hash: Buffer) => Promise<string>;
  readonly #remembered = new Map<string, string>();

  /** @param ask queries the directory for the database of a credential */
  constructor(ask: (hash: Buffer) => Promise<string>) {
    this.#ask = ask;
  }

  /** @param select looks the credential up on a database */
  async lookUp<Holder>(
    hash: Buffer,
    select: (database: string) => Promise<Holder | undefined>,
    inTurn: InTurn,
  ): Promise<Holder | undefined> {
    const name = hash.toString('latin1');
    const remembered = this.#remembered.get(name);
    const ask = () => inTurn(defaultDatabase, () => this.#ask(hash));
    const asked = ask();
    const home = await (remembered === undefined ? asked : answerOr(remembered, asked));
    const holder = await inTurn(home, () => select(home));
    if (holder !== undefined) {
      remember(this.#remembered, name, home);
      return holder;
    }
    // The organization may have moved in the meantime.
    const current = await ask();
    return current === home ? undefined : inTurn(current, () => select(current));
  }
}

const answerOr = (remembered: string, asked: Promise<string>) =>
  settleWithin(
    patienceMs,
    asked.catch(() => remembered),
    () => remembered,
  );
