import { type Static, Type } from 'typebox';
import { namedObject } from './primitives.ts';

/** An exact amount: a decimal string with four fractional digits, and its currency. */
export const moneySchema = namedObject('Money', 'An exact amount of money.', {
  amount: Type.String({
    pattern: '^-?\\d+\\.\\d{4}$',
    description: 'Exact decimal with four fractional digits.',
  }),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'Three-letter currency code.' }),
});

/** An amount as a decimal string, with its currency. */
export type Money = Static<typeof moneySchema>;

const fractionDigits = 4;
const decimalText = /^-?\d+(\.\d+)?$/;
const zeros = '0000';

/** Money from exact decimal text of the database; halves round away from zero. */
export function toMoney(decimal: string, currency: string): Money {
  return { amount: roundToFourDecimals(decimal), currency };
}

/**
 * Rounds decimal text to four fractional digits without passing through a float, as PostgreSQL's
 * `round(numeric, 4)` does. Zero has no sign.
 */
export function roundToFourDecimals(decimal: string): string {
  if (!decimalText.test(decimal)) throw new TypeError(`not decimal text: ${decimal}`);
  const point = decimal.indexOf('.');
  const amount =
    point === -1
      ? `${decimal}.${zeros}`
      : decimal.length - point - 1 <= fractionDigits
        ? decimal.padEnd(point + 1 + fractionDigits, '0')
        : roundAt(decimal, point);
  return amount.startsWith('-') && !/[1-9]/.test(amount) ? amount.slice(1) : amount;
}

function roundAt(decimal: string, point: number): string {
  const end = point + 1 + fractionDigits;
  const kept = decimal.slice(0, end);
  if (decimal.charCodeAt(end) < fiveCode) return kept;
  const lastDigit = kept.charCodeAt(end - 1);
  // Away from zero is one more of the last digit, unless that carries.
  if (lastDigit < nineCode) return kept.slice(0, -1) + String.fromCharCode(lastDigit + 1);
  const isNegative = kept.startsWith('-');
  const units = BigInt(kept.replace('.', '')) + (isNegative ? -1n : 1n);
  const digits = (isNegative ? -units : units).toString().padStart(fractionDigits + 1, '0');
  const magnitude = `${digits.slice(0, -fractionDigits)}.${digits.slice(-fractionDigits)}`;
  return isNegative ? `-${magnitude}` : magnitude;
}

const fiveCode = '5'.charCodeAt(0);
const nineCode = '9'.charCodeAt(0);
