import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a cost (per hour, times seconds) is unchanged; unknown costs are equal. At the same
 * prices the last digits may differ, because costs and quantities are rounded separately.
 */
export const sameCost = (now: RawBuilder<unknown>, was: RawBuilder<unknown>) =>
  sql`(${now} is not distinct from ${was} or abs(${now} - ${was}) <= 0.0001 + ${was} * 0.000001)`;
