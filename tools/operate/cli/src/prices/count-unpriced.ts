import { type Warehouse } from '@costplane/warehouse';
import { type Kysely, sql } from 'kysely';

/**
 * Number of organizations that a book for all organizations leaves without prices, because their
 * currency differs.
 */
export async function countUnpriced(db: Kysely<Warehouse>, currency: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from organizations as organization
    where is_home and currency <> ${currency} and not coalesce((
      select source is not null from price_books
      where organization_id = organization.id and superseded_at is null
      order by valid_from desc
      limit 1
    ), false)`.execute(db);
  return rows[0]?.count ?? 0;
}
