import { settleWithin } from '../errors/settle-within.ts';
import { remember } from './remember.ts';

/** How long a directory that may be down keeps who was found before waiting. */
const patienceMs = 250;

/**
 * Looks credentials up on the database that their organization is on. The directory is asked every
 * time; where it does not answer, what it said last is good enough, since an organization that has
 * moved away is not found at its old home.
 */
export class HomeDirectory {
  readonly #ask: (hash: Buffer) => Promise<string>;
  readonly #remembered = new Map<string, string>();

  /** @param ask names the database of a credential, as the directory has it now */
  constructor(ask: (hash: Buffer) => Promise<string>) {
    this.#ask = ask;
  }

  /** @param select looks the credential up on a database */
  async lookUp<Holder>(
    hash: Buffer,
    select: (database: string) => Promise<Holder | undefined>,
  ): Promise<Holder | undefined> {
    const name = hash.toString('latin1');
    const remembered = this.#remembered.get(name);
    const asked = this.#ask(hash);
    const home = await (remembered === undefined ? asked : answerOr(remembered, asked));
    const holder = await select(home);
    if (holder !== undefined) {
      remember(this.#remembered, name, home);
      return holder;
    }
    // It may have moved since.
    const current = await this.#ask(hash);
    return current === home ? undefined : select(current);
  }
}

const answerOr = (remembered: string, asked: Promise<string>) =>
  settleWithin(
    patienceMs,
    asked.catch(() => remembered),
    () => remembered,
  );
