import {
  comparePriceBooks,
  type PriceBook,
  type PriceBookDifference,
  PriceBookError,
  type PriceBookProblem,
  parsePriceBook,
  shippedPriceBook,
} from '@costplane/pricing';
import type { Warehouse } from '@costplane/warehouse';
import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { checkClusters } from './check-clusters.ts';
import type { PriceScope } from './price-scope.ts';
import { findVersion } from './stored-versions.ts';

export interface NewPriceBook {
  scope: PriceScope;
  /** What the file says, and what messages call it. */
  file: { text: string; name: string };
  /** Null: from now on. */
  from: Date | null;
  /** Only says what would change. */
  isTrial: boolean;
}

export interface SetPriceBook {
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

/**
 * Lets a price book hold from a time on: what was set for this time or a later one no longer counts,
 * but is kept. A book with the prices that hold anyway changes nothing.
 *
 * @throws {PriceBookError} with everything that is wrong in the file; then nothing has changed
 */
export async function setPriceBook(
  db: Kysely<Warehouse>,
  { scope, file, from: given, isTrial }: NewPriceBook,
): Promise<SetPriceBook> {
  const book = parsePriceBook(file.text, { fileName: file.name });
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('price books', 0))`.execute(tx);
    const problems = [...checkCurrency(book, scope), ...(await checkClusters(tx, scope, book))];
    if (problems.length > 0) throw new PriceBookError(file.name, problems);
    const now = await readClock(tx);
    const from = given ?? now;
    const held = await findVersion(tx, scope, from);
    const later = await countLater(tx, scope, from, held?.id);
    const before = held ? parsePriceBook(held.source, { fileName: file.name }) : shippedPriceBook();
    const difference = comparePriceBooks(before, book);
    const isOwn = held?.organization_id === (scope?.id ?? null);
    const isChange = !isOwn || later > 0 || !isSame(difference);
    const id = isChange && !isTrial ? await replace(tx, scope, { from, file }) : null;
    const isPast = from < now;
    return { id, book, from, isPast, difference, superseded: later, isChange };
  });
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

/** Of the database, by which snapshots are not dated but everything else is; in milliseconds. */
async function readClock(tx: Transaction<Warehouse>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    select date_trunc('milliseconds', clock_timestamp()) as now`.execute(tx);
  return rows[0]?.now ?? new Date();
}

/** Versions of this scope that take the place of the one that holds at the time. */
async function countLater(
  tx: Transaction<Warehouse>,
  scope: PriceScope,
  from: Date,
  heldId: string | undefined,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from price_books
    where ${ofScope(scope)} and superseded_at is null and valid_from >= ${from}
      and id is distinct from ${heldId ?? null}::bigint`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function replace(
  tx: Transaction<Warehouse>,
  scope: PriceScope,
  { from, file }: { from: Date; file: { text: string } },
): Promise<string> {
  await sql`
    update price_books set superseded_at = now()
    where ${ofScope(scope)} and superseded_at is null and valid_from >= ${from}`.execute(tx);
  const { id } = await tx
    .insertInto('price_books')
    .values({
      organization_id: scope?.id ?? null,
      valid_from: from,
      superseded_at: null,
      source: file.text,
      digest: createHash('sha256').update(file.text).digest(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const ofScope = (scope: PriceScope) =>
  sql<boolean>`organization_id is not distinct from ${scope?.id ?? null}::uuid`;
