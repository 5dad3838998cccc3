import { comparePriceBooks } from '@costplane/pricing';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { requireWritable } from '../database/require-writable.ts';
import { type PricedOrganization } from './price-scope.ts';
import { countLater, lockVersions, readClock, replaceVersions } from './replace-versions.ts';
import { type PriceChange } from './set-price-book.ts';
import { parseBook, findOwnVersion, findVersion } from './stored-versions.ts';

/**
 * Returns an organization to the price book for all organizations, from a time on (null: now). Its
 * own versions from this time on are superseded, but kept. Changes nothing if it has no book of its
 * own.
 */
export async function unsetPriceBook(
  db: Kysely<Warehouse>,
  { organization, from: given }: { organization: PricedOrganization; from: Date | null },
): Promise<PriceChange> {
  return db.transaction().execute(async (tx) => {
    await requireWritable(tx, organization.id);
    await lockVersions(tx);
    const now = await readClock(tx);
    const from = given ?? now;
    const own = await findOwnVersion(tx, organization, from);
    const later = await countLater(tx, { scope: organization, from }, own?.id);
    const book = parseBook(await findVersion(tx, null, from));
    const difference = comparePriceBooks(
      parseBook(await findVersion(tx, organization, from)),
      book,
    );
    const isChange = later > 0 || (own !== null && !own.follows_all);
    const id = isChange
      ? await replaceVersions(tx, { scope: organization, from, source: null })
      : null;
    return {
      id,
      book,
      from,
      isPast: from < now,
      difference,
      superseded: later,
      isChange,
    };
  });
}
