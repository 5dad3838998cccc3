import { type RawBuilder, sql } from 'kysely';

/** A sum of bytes, capped at the maximum of a `bigint`, which it can exceed. */
export const totalBytes = (sum: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`(case when ${sum} > 9223372036854775807 then 9223372036854775807 else ${sum} end)::bigint`;
