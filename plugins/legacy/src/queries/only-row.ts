import { type Kysely, type RawBuilder } from 'kysely';
import { type LegacyRows } from '../tables.ts';

/** The single row of a statement that always returns one. */
export async function onlyRow<Row>(
  db: Kysely<LegacyRows>,
  statement: RawBuilder<Row>,
): Promise<Row> {
  const row = await firstRow(db, statement);
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}

/** The first row of a statement, if any. */
export async function firstRow<Row>(
  db: Kysely<LegacyRows>,
  statement: RawBuilder<Row>,
): Promise<Row | undefined> {
  return (await statement.execute(db)).rows[0];
}
