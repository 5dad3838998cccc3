import { sql, type RawBuilder } from 'kysely';

/** More decimal places than any amount in the ledger, and the power of ten by which it is divided. */
const productScale = sql.lit(80);

/**
 * A part of the divided amount, the position where it ends when all parts are placed in a row, and
 * the total of all parts. Each piece is the difference of rounded ends, so that the pieces add up
 * exactly to the whole.
 */
export function dividePiece(
  whole: RawBuilder<unknown>,
  { part, upto, all }: Record<'part' | 'upto' | 'all', RawBuilder<unknown>>,
  scale: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // The decimals of a PostgreSQL division depend on its operands: the end of one piece and the start
  // of the next must have the same.
  const end = (of: RawBuilder<unknown>) =>
    sql`round(round(${whole} * ${of}, ${productScale}) / ${all}, ${scale})`;
  return sql`case when ${whole} is null or ${part} is null then null when ${all} = 0 then 0
    else ${end(upto)} - ${end(sql`(${upto} - ${part})`)} end`;
}
