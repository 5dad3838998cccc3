/** An exact rational number, not reduced. The denominator is positive. */
export interface Exact {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const exact = (numerator: bigint | number, denominator = 1n): Exact => ({
  numerator: BigInt(numerator),
  denominator,
});
export const zero = exact(0n);

const decimals = 9;
const billion = 10n ** 9n;

/** A decimal of at most nine places, as a snapshot writes it (`15.259465`) or as text. */
export function decimal(value: number | string): Exact {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,9}))?$/.exec(String(value)) ?? [];
  if (whole === undefined) throw new RangeError(`${value} is not a decimal of nine places`);
  return exact(BigInt(whole + fraction.padEnd(decimals, '0')), billion);
}

export const times = (a: Exact, b: Exact): Exact => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

export const over = (a: Exact, b: Exact): Exact => ({
  numerator: a.numerator * b.denominator,
  denominator: a.denominator * b.numerator,
});

export const minus = (a: Exact, b: Exact): Exact =>
  sum([a, { numerator: -b.numerator, denominator: b.denominator }]);

export const isMore = (a: Exact, b: Exact): boolean =>
  a.numerator * b.denominator > b.numerator * a.denominator;

export const larger = (a: Exact, b: Exact): Exact => (isMore(b, a) ? b : a);

/**
 * Terms of one denominator are added first, and then the few that remain two by two, so that
 * denominators are multiplied as seldom as can be.
 */
export function sum(terms: Iterable<Exact>): Exact {
  const numerators = new Map<bigint, bigint>();
  for (const { numerator, denominator } of terms) {
    numerators.set(denominator, (numerators.get(denominator) ?? 0n) + numerator);
  }
  let rest = [...numerators].map(([denominator, numerator]) => ({ numerator, denominator }));
  while (rest.length > 1) {
    rest = rest.flatMap((a, index) => {
      const b = rest[index + 1];
      if (index % 2 === 1) return [];
      return b === undefined ? [a] : [addTwo(a, b)];
    });
  }
  return rest[0] ?? zero;
}

const addTwo = (a: Exact, b: Exact): Exact => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});

export function reduced({ numerator, denominator }: Exact): Exact {
  let [a, b] = [numerator, denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? zero : { numerator: numerator / a, denominator: denominator / a };
}

/** Rounded to so many places, halves away from zero, in units of the last place. */
export function roundedTo(places: number, { numerator, denominator }: Exact): bigint {
  const magnitude = (numerator < 0n ? -numerator : numerator) * 10n ** BigInt(places);
  const units = (2n * magnitude + denominator) / (2n * denominator);
  return numerator < 0n ? -units : units;
}

/** The number that JSON writes for an exact decimal, such as cores. */
export function toNumber(value: Exact): number {
  const units = roundedTo(decimals, value);
  if (units * value.denominator !== value.numerator * billion) {
    throw new RangeError('not a decimal of nine places');
  }
  return Number(`${units / billion}.${(units % billion).toString().padStart(decimals, '0')}`);
}

/** A share in percent, two places; 0 of nothing. */
export function toPercent(part: Exact, whole: Exact): number {
  if (whole.numerator === 0n) return 0;
  return Number(roundedTo(2, times(exact(100n), over(part, whole)))) / 100;
}
