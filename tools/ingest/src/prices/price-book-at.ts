import { pricesOfCluster, type ClusterPrices, type PriceBook } from '@costplane/pricing';
import type { Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { loadPriceBook, type StoredBook } from './load-price-book.ts';

/**
 * The price book that holds for an organization at a time: its own, else that for all, else the one
 * that Costplane comes with. Without an organization it is that for all.
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

/**
 * What is charged in a cluster at a time.
 *
 * @throws {Error} if the organization has no such cluster
 */
export async function clusterPricesAt(
  db: Kysely<Warehouse>,
  { organizationId, clusterId }: { organizationId: string; clusterId: string },
  at: Date,
): Promise<ClusterPrices> {
  const { rows } = await sql<NamedCluster & (StoredBook | { id: null })>`
    select cluster.name, organization.name as organization_name, organization.currency,
      book.id, book.digest
    from clusters as cluster
    join organizations as organization on organization.id = cluster.organization_id
    left join lateral (${bookInForce(sql`organization.id`, at)}) as book on true
    where cluster.organization_id = ${organizationId}::uuid and cluster.id = ${clusterId}::uuid
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`The organization has no cluster ${clusterId}`);
  const book = await loadPriceBook(db, row.id === null ? null : row);
  return pricesOfCluster(book, {
    ...{ id: clusterId, name: row.name, currency: row.currency },
    ...{ organizationId, organizationName: row.organization_name },
  });
}

interface NamedCluster {
  name: string;
  organization_name: string;
  currency: string;
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
