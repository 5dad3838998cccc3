/**
 * An exact decimal with twelve decimal places, as an integer multiple of 10^-12. Money and rates
 * use this type, so that they never pass through a float.
 */
export type FixedPoint = bigint;

const digits = 12;

/** Parses `"0.031611"`, `"-3"` or `"12.50"`. Throws on any other text and on more than 12 decimals. */
export function parseFixedPoint(text: string): FixedPoint {
  const match = /^(-?)(\d+)(?:\.(\d{1,12}))?$/.exec(text);
  if (!match) throw new RangeError(`"${text}" is not a decimal of at most ${digits} decimals`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const magnitude = BigInt(whole + fraction.padEnd(digits, '0'));
  return sign === '-' ? -magnitude : magnitude;
}

/** The shortest decimal text of the same value: `"0.031611"`, `"3"`. */
export function formatFixedPoint(value: FixedPoint): string {
  return formatScaled(value, digits);
}

/** The shortest decimal text of `value / 10^decimals`. */
export function formatScaled(value: bigint, decimals: number): string {
  if (value === 0n) return '0';
  if (value < 0n) return `-${formatScaled(-value, decimals)}`;
  const digits = value.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  const whole = digits.slice(0, point);
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`;
}

/** `numerator / denominator` rounded to an integer, half to even. Throws when dividing by zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (denominator < 0n) return divideRounded(-numerator, -denominator);
  const magnitude = numerator < 0n ? -numerator : numerator;
  const quotient = magnitude / denominator;
  const twiceRest = (magnitude % denominator) * 2n;
  const isUp = twiceRest > denominator || (twiceRest === denominator && quotient % 2n === 1n);
  const rounded = isUp ? quotient + 1n : quotient;
  return numerator < 0n ? -rounded : rounded;
}

export function sum(values: Iterable<bigint>): bigint {
  let total = 0n;
  for (const value of values) total += value;
  return total;
}
