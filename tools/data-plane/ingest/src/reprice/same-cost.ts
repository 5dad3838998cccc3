import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a cost (per hour, times seconds) is what it was, also where it is not known. What it was at
 * the same prices differs in its last digits, as costs and quantities are rounded apart.
 */
export const sameCost = (now: RawBuilder<unknown>, was: RawBuilder<unknown>) =>
  sql`(${now} is not distinct from ${was} or abs(${now} - ${was}) <= 0.0001 + ${was} * 0.000001)`;
