import { type RawBuilder, sql } from 'kysely';

/** A sum of money for display: four decimal places, rounded once. */
export const shown = (amount: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`round(${amount}, 4)`;

/** The monthly equivalent of an hourly amount: 730 hours (decision 25). */
export const shownMonthly = (hourly: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`round(730 * ${hourly}, 4)`;
