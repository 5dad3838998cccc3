import { nearestOf } from '@costplane/kernel/loader';
import {
  comparePriceBooks,
  type PriceBook,
  type PriceBookDifference,
  PriceBookError,
  type PriceBookProblem,
  parsePriceBook,
} from '@costplane/pricing';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely, type Transaction } from 'kysely';
import { requireWritable } from '../database/require-writable.ts';
import { checkClusters } from './check-clusters.ts';
import { type PriceScope } from './price-scope.ts';
import { countLater, lockVersions, readClock, replaceVersions } from './replace-versions.ts';
import { findVersion, parseBook, wasAnySet } from './stored-versions.ts';

export interface NewPriceBook {
  scope: PriceScope;
  /** What the file says, and what messages call it. */
  file: { text: string; name: string };
  /** Null: from now on. */
  from: Date | null;
  /** Only says what would change. */
  isTrial: boolean;
}

export interface PriceChange {
  /** Null: nothing changes, or nothing was to change. */
  id: string | null;
  book: PriceBook;
  from: Date;
  isPast: boolean;
  /** To the book that held at that time. */
  difference: PriceBookDifference;
  /** How many versions that would hold later no longer do. */
  superseded: number;
  isChange: boolean;
}

export interface SetPriceBook extends PriceChange {
  /** How many versions no longer count: those that are superseded, and one of the same time. */
  replaced: number;
  /** The version that holds from then on; null: it is no own one. */
  heldId: string | null;
  /** Nothing changes, and what is accounted for since has these prices, too. */
  isRepriced: boolean;
}

/**
 * Lets a price book hold from a time on: what was set for this time or a later one no longer counts,
 * but is kept. A book with the prices that hold anyway changes nothing.
 *
 * @throws {PriceBookError} with everything that is wrong in the file; then nothing has changed
 */
export async function setPriceBook(
  db: Kysely<Warehouse>,
  given: NewPriceBook,
): Promise<SetPriceBook> {
  return db.transaction().execute(async (tx) => {
    if (given.scope) await requireWritable(tx, given.scope.id);
    return setPriceBookIn(tx, given);
  });
}

/** The same in a transaction. */
export async function setPriceBookIn(
  tx: Transaction<Warehouse>,
  { scope, file, from: given, isTrial }: NewPriceBook,
): Promise<SetPriceBook> {
  const book = parsePriceBook(file.text, { fileName: file.name, suggest: nearestOf });
  await lockVersions(tx);
  const problems = [...checkCurrency(book, scope), ...(await checkClusters(tx, scope, book))];
  if (problems.length > 0) throw new PriceBookError(file.name, problems);
  const now = await readClock(tx);
  const from = given ?? now;
  const held = await findVersion(tx, scope, from);
  const later = await countLater(tx, { scope, from }, held?.id);
  const difference = comparePriceBooks(parseBook(held), book);
  const isOwn = (held?.organization_id ?? null) === (scope?.id ?? null);
  const isChange = !isOwn || later > 0 || !isSame(difference);
  const replaced = isChange ? await countLater(tx, { scope, from }) : 0;
  const id =
    isChange && !isTrial ? await replaceVersions(tx, { scope, from, source: file.text }) : null;
  return {
    id,
    book,
    from,
    isPast: from < now,
    difference,
    superseded: later,
    isChange,
    replaced,
    heldId: isChange ? id : (held?.id ?? null),
    isRepriced: !isChange && (held ? held.repriced_at !== null : !(await wasAnySet(tx))),
  };
}

function checkCurrency(
  { currency, currencyPlace }: PriceBook,
  scope: PriceScope,
): PriceBookProblem[] {
  if (!scope || scope.currency === currency) return [];
  const what = `the book is in ${currency}, but the costs of ${scope.name} are in ${scope.currency}`;
  return [{ ...currencyPlace, what, fix: `give its prices in ${scope.currency}` }];
}

const isSame = ({ added, changed, removed }: PriceBookDifference) =>
  added.length + changed.length + removed.length === 0;
