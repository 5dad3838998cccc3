import { type PriceBook } from '@costplane/pricing';
import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { loadPriceBook, type StoredBook } from './load-price-book.ts';

/**
 * The price book in effect for an organization at a time: its own, otherwise the one for all
 * organizations, otherwise the built-in one. Without an organization: the one for all.
 */
export async function priceBookAt(
  db: Kysely<Warehouse>,
  organizationId: string | null,
  at: Date,
): Promise<PriceBook> {
  const { rows } = await sql<StoredBook>`
    select id, digest from (${bookInForce(sql`${organizationId}::uuid`, at)}) as book`.execute(db);
  return loadPriceBook(db, rows[0] ?? null);
}

const bookInForce = (organizationId: ReturnType<typeof sql>, at: Date) => sql`
  select id, digest from (
    select distinct on (organization_id) organization_id, id, digest from price_books
    where (organization_id = ${organizationId} or organization_id is null)
      and superseded_at is null and valid_from <= ${at.toISOString()}::timestamptz
    order by organization_id, valid_from desc
  ) as latest
  where digest is not null
  order by organization_id nulls last
  limit 1`;
