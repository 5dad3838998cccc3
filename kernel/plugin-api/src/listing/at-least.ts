import { sql } from 'kysely';

const maxRank = 2n ** 63n - 1n;
const fractionDigits = 4;

/**
 * A filter on a column of ranks: rows whose amount, as displayed, is at least a decimal. A rank is the
 * amount rounded to four digits, times -10,000, so that ascending ranks are descending amounts.
 */
export const atLeast = (rank: string) => (amount: string) =>
  sql<boolean>`${sql.ref(rank)} <= ${String(largestRank(amount))}::bigint`;

export function largestRank(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  const shown = BigInt(whole + fraction.slice(0, fractionDigits).padEnd(fractionDigits, '0'));
  const isRoundedUp = /[1-9]/.test(fraction.slice(fractionDigits));
  const units = shown + (isRoundedUp ? 1n : 0n);
  return -(units < maxRank ? units : maxRank);
}
