import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { type ArchivedColumn, type Totals } from './month-manifest.ts';

/** The stored columns of a table, without generated ones. */
export async function readColumns(db: Kysely<Warehouse>, table: string): Promise<ArchivedColumn[]> {
  const { rows } = await sql<ArchivedColumn>`
    select attname::text as name, format_type(atttypid, null) as type, not attnotnull as nullable
    from pg_attribute
    where attrelid = ${`costplane.${table}`}::regclass and attnum > 0 and not attisdropped
      and attgenerated = ''
    order by attnum`.execute(db);
  return rows;
}

/** @param source a table, or a subquery with an alias */
export async function readTotals(
  db: Kysely<Warehouse>,
  source: RawBuilder<unknown>,
  columns: readonly ArchivedColumn[],
): Promise<Totals> {
  const sums = numericColumns(columns).map(
    ({ name }) => sql`${sql.lit(name)}, coalesce(sum(${sql.ref(name)}), 0)::text`,
  );
  const { rows } = await sql<Totals>`
    select count(*)::text as rows, coalesce(sum(${rowHash(columns)}), 0)::text as hash,
      json_build_object(${sql.join(sums)}) as sums
    from ${source}`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error('an aggregate has one row');
  return totals;
}

export const numericColumns = (columns: readonly ArchivedColumn[]) =>
  columns.filter(({ type }) => type === 'numeric');

/** Hash of a whole row, equal on any PostgreSQL server. */
export const rowHash = (columns: readonly ArchivedColumn[]) => sql`
  ('x' || left(md5(row(${sql.join(columns.map(({ name }) => sql.ref(name)))})::text), 15)
    )::bit(60)::bigint::numeric`;
