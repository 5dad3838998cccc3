import { parsePriceBook, shippedPriceBook, type PriceBook } from '@costplane/pricing';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';

/** A row of `price_books`, whose source and digest never change. */
export interface StoredBook {
  id: string;
  /** SHA-256 of its source. */
  digest: Buffer;
}

/** By digest, most recently used last. */
const parsedBooks = new Map<string, PriceBook>();
const maxParsedBooks = 32;

/** A stored book, cached after parsing; null: the built-in book. */
export async function loadPriceBook(
  db: Kysely<Warehouse>,
  stored: StoredBook | null,
): Promise<PriceBook> {
  if (!stored) return shippedPriceBook();
  const key = stored.digest.toString('base64');
  const parsed = parsedBooks.get(key) ?? (await parseStored(db, stored));
  parsedBooks.delete(key);
  parsedBooks.set(key, parsed);
  const [oldest] = parsedBooks.keys();
  if (parsedBooks.size > maxParsedBooks && oldest !== undefined) parsedBooks.delete(oldest);
  return parsed;
}

/** By its digest: books that were set on another database may have the same id. */
async function parseStored(db: Kysely<Warehouse>, { id, digest }: StoredBook): Promise<PriceBook> {
  const { source } = await db
    .selectFrom('price_books')
    .select((eb) => eb.ref('source').$notNull().as('source'))
    .where('digest', '=', digest)
    .limit(1)
    .executeTakeFirstOrThrow();
  return parsePriceBook(source, { fileName: `price book ${id}` });
}
