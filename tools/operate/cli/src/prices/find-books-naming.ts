import { type Warehouse } from '@costplane/warehouse';
import { type Kysely, sql } from 'kysely';
import { parseBook } from './stored-versions.ts';

/** The price books in effect for an organization that have prices for a cluster by this name. */
export async function findBooksNaming(
  db: Kysely<Warehouse>,
  { id, name, names }: { id: string; name: string; names: readonly string[] },
): Promise<{ valid_from: Date; cluster: string }[]> {
  const { rows } = await sql<{ organization_id: string | null; valid_from: Date; source: string }>`
    select organization_id, valid_from, source from price_books
    where superseded_at is null and source is not null
      and (organization_id is null or organization_id = ${id}::uuid)
    order by valid_from desc`.execute(db);
  return rows.flatMap((row) =>
    parseBook(row)
      .clusters.filter(({ cluster, organization }) => {
        const isOurs = row.organization_id !== null || organization === id || organization === name;
        return isOurs && names.includes(cluster);
      })
      .map(({ cluster }) => ({ valid_from: row.valid_from, cluster })),
  );
}
