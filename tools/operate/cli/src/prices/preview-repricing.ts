import { previewRepricing, type RepricePreview } from '@costplane/ingest';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { showRepricing } from './reprice.ts';
import { type NewPriceBook, type SetPriceBook, setPriceBookIn } from './set-price-book.ts';

export interface PricePreview {
  set: SetPriceBook;
  /** Null if recorded costs already use these prices. */
  repricing: (RepricePreview & { currency: string; seconds: number }) | null;
}

/** The effect of a price book on prices and recorded costs, computed in a transaction that is rolled back. */
export async function previewPrices(
  db: Kysely<Warehouse>,
  book: Omit<NewPriceBook, 'isTrial'>,
  signal: AbortSignal,
): Promise<PricePreview> {
  const tx = await db.startTransaction().execute();
  const progress = showRepricing();
  try {
    const set = await setPriceBookIn(tx, { ...book, isTrial: false });
    if (set.isRepriced) return { set, repricing: null };
    const began = performance.now();
    const { currency } = set.book;
    const preview = await previewRepricing(tx, {
      organizationId: book.scope?.id,
      from: set.from,
      currency,
      signal,
      onProgress: (now) => {
        progress.advance(now);
      },
    });
    const seconds = Math.ceil((performance.now() - began) / 1000);
    return { set: { ...set, id: null }, repricing: { ...preview, currency, seconds } };
  } finally {
    progress.end();
    await tx.rollback().execute();
  }
}
