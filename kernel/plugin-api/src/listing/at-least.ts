import { sql } from 'kysely';

const mostRank = 2n ** 63n - 1n;
const fractionDigits = 4;

/**
 * A filter by a column of ranks: rows whose shown amount is at least a decimal. Ranks ascend as amounts
 * descend: a rank is the amount in its four shown digits, times -10,000.
 */
export const atLeast = (rank: string) => (amount: string) =>
  sql<boolean>`${sql.ref(rank)} <= ${String(largestRank(amount))}::bigint`;

export function largestRank(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  const shown = BigInt(whole + fraction.slice(0, fractionDigits).padEnd(fractionDigits, '0'));
  const isRoundedUp = /[1-9]/.test(fraction.slice(fractionDigits));
  const units = shown + (isRoundedUp ? 1n : 0n);
  return -(units < mostRank ? units : mostRank);
}
