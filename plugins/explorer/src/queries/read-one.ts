import { type Kysely, type RawBuilder } from 'kysely';
import { type ExplorerRows } from '../tables.ts';

/** The row of a statement that returns exactly one. */
export async function readOne<Row>(
  view: Kysely<ExplorerRows>,
  query: RawBuilder<Row>,
): Promise<Row> {
  const { rows } = await query.execute(view);
  return (rows as [Row])[0];
}
