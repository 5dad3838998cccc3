import { policy } from '../policy.ts';

/** The largest of some amounts. */
export const largest = (...amounts: bigint[]): bigint =>
  amounts.reduce((most, amount) => (amount > most ? amount : most));

/** `numerator / denominator`, rounded up; neither may be negative. */
export const divideUp = (numerator: bigint, denominator: bigint): bigint =>
  (numerator + denominator - 1n) / denominator;

/** Rounds up to a multiple of the step. */
export const roundUp = (amount: bigint, step: bigint): bigint => divideUp(amount, step) * step;

/** An amount plus a percentage, rounded up. */
export const plusPercent = (amount: bigint, percent: bigint): bigint =>
  divideUp(amount * (100n + percent), 100n);

/** A usage plus the safety margin. */
export const withMargin = (used: bigint): bigint => plusPercent(used, policy.safetyMarginPercent);

/** Whether two amounts differ by at least this percentage of the first one; equal ones never do. */
export const differsByPercent = (from: bigint, to: bigint, percent: bigint): boolean => {
  const distance = from > to ? from - to : to - from;
  return distance > 0n && distance * 100n >= (from < 0n ? -from : from) * percent;
};
