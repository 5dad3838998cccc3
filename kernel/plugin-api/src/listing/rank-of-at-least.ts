import { type RawBuilder, sql } from 'kysely';

const mostRank = 2n ** 63n - 1n;
const fractionDigits = 4;

/**
 * The largest rank of a row whose shown amount is at least this decimal, for `rank <= ...`. Ranks
 * ascend as amounts descend: a rank is the amount in its four shown digits, times -10,000.
 */
export const rankOfAtLeast = (amount: string): RawBuilder<number> =>
  sql<number>`${String(largestRank(amount))}::bigint`;

/** A filter by a column of ranks: rows whose shown amount is at least a decimal. */
export const atLeast = (rank: string) => (amount: string) =>
  sql<boolean>`${sql.ref(rank)} <= ${rankOfAtLeast(amount)}`;

export function largestRank(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  const shown = BigInt(whole + fraction.slice(0, fractionDigits).padEnd(fractionDigits, '0'));
  const isRoundedUp = /[1-9]/.test(fraction.slice(fractionDigits));
  const units = shown + (isRoundedUp ? 1n : 0n);
  return -(units < mostRank ? units : mostRank);
}
