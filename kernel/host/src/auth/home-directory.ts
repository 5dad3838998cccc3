import { defaultDatabase } from '@costplane/reader';
import { settleWithin } from '../errors/settle-within.ts';
import { type CredentialCacheOptions } from './credential-cache.ts';
import { remember } from './remember.ts';

/** How long known credentials wait for a directory that may be down. */
const patienceMs = 250;

/**
 * Looks up credentials on the database of their organization. A single database is queried directly; of
 * several, a directory names it. The directory is queried every time. If it does not respond, its last
 * answer is used, which is safe, since an organization that has moved is not found on its old database.
 *
 * @param ask queries the directory for the database of a credential
 * @param select looks the credential up on a database
 */
export function lookUpAtHome<Holder>(
  databases: ReadonlyMap<string, unknown>,
  ask: (hash: Buffer) => Promise<string>,
  select: (database: string, hash: Buffer) => Promise<Holder | undefined>,
): CredentialCacheOptions<Holder>['lookUp'] {
  if (databases.size === 1) {
    return (hash, inTurn) => inTurn(defaultDatabase, () => select(defaultDatabase, hash));
  }
  const lastHomes = new Map<string, string>();
  return async (hash, inTurn) => {
    const name = hash.toString('latin1');
    const findHome = () => inTurn(defaultDatabase, () => ask(hash));
    const selectFrom = (database: string) => inTurn(database, () => select(database, hash));
    const home = await answerOr(lastHomes.get(name), findHome());
    const holder = await selectFrom(home);
    if (holder !== undefined) {
      remember(lastHomes, name, home);
      return holder;
    }
    // The organization may have moved in the meantime.
    const current = await findHome();
    return current === home ? undefined : selectFrom(current);
  };
}

const answerOr = (last: string | undefined, asked: Promise<string>): Promise<string> =>
  last === undefined
    ? asked
    : settleWithin(
        patienceMs,
        asked.catch(() => last),
        () => last,
      );
