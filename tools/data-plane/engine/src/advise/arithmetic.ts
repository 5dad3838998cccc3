import { policy } from '../policy.ts';

/** The larger of some amounts. */
export const largest = (...amounts: bigint[]): bigint =>
  amounts.reduce((most, amount) => (amount > most ? amount : most));

/** `numerator / denominator`, rounded up; neither is negative. */
export const divideUp = (numerator: bigint, denominator: bigint): bigint =>
  (numerator + denominator - 1n) / denominator;

/** The next whole number of steps. */
export const roundUp = (amount: bigint, step: bigint): bigint => divideUp(amount, step) * step;

/** An amount and so many percent more, rounded up. */
export const plusPercent = (amount: bigint, percent: bigint): bigint =>
  divideUp(amount * (100n + percent), 100n);

/** What is used with the safety margin on top. */
export const withMargin = (used: bigint): bigint => plusPercent(used, policy.safetyMarginPercent);

/** Whether two amounts are so many percent of the first apart, or more; equal ones never are. */
export const differsByPercent = (from: bigint, to: bigint, percent: bigint): boolean => {
  const distance = from > to ? from - to : to - from;
  return distance > 0n && distance * 100n >= (from < 0n ? -from : from) * percent;
};
