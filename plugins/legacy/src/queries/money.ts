import { type RawBuilder, sql } from 'kysely';

/** A sum of money as it is shown: four decimals, rounded once. */
export const shown = (amount: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`round(${amount}, 4)`;

/** What an hourly amount makes in a month, which has 730 hours (decision 25). */
export const shownMonthly = (hourly: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`round(730 * ${hourly}, 4)`;
