import { sql, type RawBuilder } from 'kysely';

/** More decimals than any amount of the ledger has, and what it is divided by. */
const productScale = sql.lit(80);

/**
 * A part of what is divided, where it ends when all parts are put in a row, and all of them. Each piece
 * is the difference of rounded ends, so that the pieces add up to the whole exactly.
 */
export function dividePiece(
  whole: RawBuilder<unknown>,
  { part, upto, all }: Record<'part' | 'upto' | 'all', RawBuilder<unknown>>,
  scale: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // PostgreSQL divides to as many decimals as its operands have: where one piece ends and the next
  // begins they must have the same.
  const end = (of: RawBuilder<unknown>) =>
    sql`round(round(${whole} * ${of}, ${productScale}) / ${all}, ${scale})`;
  return sql`case when ${whole} is null or ${part} is null then null when ${all} = 0 then 0
    else ${end(upto)} - ${end(sql`(${upto} - ${part})`)} end`;
}
