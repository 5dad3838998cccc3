import { type Static, Type } from 'typebox';
import { named } from './primitives.ts';

/** An exact amount: a decimal string of four fractional digits, and its currency. */
export const moneySchema = named(
  'Money',
  Type.Object({
    amount: Type.String({
      pattern: '^-?\\d+\\.\\d{4}$',
      description: 'Exact decimal with four fractional digits.',
    }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'Three-letter currency code.' }),
  }),
  'An exact amount of money.',
);

export type Money = Static<typeof moneySchema>;

const fractionDigits = 4;
const decimalText = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Money from the exact decimal text of the database; half a unit rounds away from zero. */
export function toMoney(decimal: string, currency: string): Money {
  return { amount: roundToFourDecimals(decimal), currency };
}

/**
 * Rounds decimal text to four fractional digits without passing through a float, as PostgreSQL's
 * `round(numeric, 4)` does. Zero has no sign.
 */
export function roundToFourDecimals(decimal: string): string {
  const [, sign, whole = '', fraction = ''] = decimalText.exec(decimal) ?? fail(decimal);
  const kept = fraction.slice(0, fractionDigits).padEnd(fractionDigits, '0');
  if (!((fraction[fractionDigits] ?? '0') >= '5')) return withSign(sign, whole, kept);
  const units = (BigInt(whole + kept) + 1n).toString().padStart(fractionDigits + 1, '0');
  return withSign(sign, units.slice(0, -fractionDigits), units.slice(-fractionDigits));
}

function withSign(sign: string | undefined, whole: string, fraction: string): string {
  const magnitude = `${whole}.${fraction}`;
  return sign === '-' && /[1-9]/.test(magnitude) ? `-${magnitude}` : magnitude;
}

function fail(decimal: string): never {
  throw new TypeError(`not decimal text: ${decimal}`);
}
