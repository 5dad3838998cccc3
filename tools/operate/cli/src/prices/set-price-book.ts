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
import { findVersion, parseBook } from './stored-versions.ts';

export interface NewPriceBook {
  scope: PriceScope;
  /** Content of the file, and its name for messages. */
  file: { text: string; name: string };
  /** Null: now. */
  from: Date | null;
  /** Only report what would change. */
  isTrial: boolean;
}

export interface PriceChange {
  /** Null if nothing changes, or with `isTrial`. */
  id: string | null;
  book: PriceBook;
  from: Date;
  isPast: boolean;
  /** Compared with the book in effect at that time. */
  difference: PriceBookDifference;
  /** Number of later versions that are superseded. */
  superseded: number;
  isChange: boolean;
}

export interface SetPriceBook extends PriceChange {
  /** Number of versions that are replaced: the superseded ones, and one from the same time. */
  replaced: number;
  /** The version in effect from then on; null if the scope has none of its own. */
  heldId: string | null;
  /** Nothing changes, and recorded costs since then already use these prices. */
  isRepriced: boolean;
}

/**
 * Sets a price book from a time on. Versions from this time on are superseded, but kept. A book
 * with the prices already in effect changes nothing.
 *
 * @throws {PriceBookError} with every problem of the file; nothing is changed then
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

/** The same within a transaction. */
export async function setPriceBookIn(
  tx: Transaction<Warehouse>,
  { scope, file, from: given, isTrial }: NewPriceBook,
): Promise<SetPriceBook> {
  const book = parsePriceBook(file.text, { fileName: file.name, suggest: nearestOf, isNew: true });
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
    isRepriced: !isChange && (held?.repriced_at ?? null) !== null,
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
