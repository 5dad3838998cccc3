/** An exact decimal: so many units of the digit at this place after the point. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** How FOCUS writes a number (section 1.5). */
export const numberPattern = /^-?\d+(\.\d+)?(E-?\d+)?$/;

export const zero: Decimal = { units: 0n, scale: 0 };
export const one: Decimal = { units: 1n, scale: 0 };

/** Of a text of digits, JSON's `1e-7` included. */
export function toDecimal(text: string): Decimal {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[Ee]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`${text} is not a number`);
  const scale = fraction.length - Number(exponent);
  const units = BigInt(sign + whole + fraction);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

/** The units of a value at a place that it has. */
const at = ({ units, scale }: Decimal, place: number) => units * 10n ** BigInt(place - scale);

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: at(a, scale) + at(b, scale), scale };
}

export const negate = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale });
export const subtract = (a: Decimal, b: Decimal): Decimal => add(a, negate(b));
export const sum = (terms: Iterable<Decimal>): Decimal => [...terms].reduce(add, zero);
export const addTexts = (texts: Iterable<string>): Decimal => sum([...texts].map(toDecimal));

export const multiply = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
});

/** Below zero: the first is less. Zero: they are the same number. */
export function compare(a: Decimal, b: Decimal): number {
  const { units } = subtract(a, b);
  return units < 0n ? -1 : Number(units > 0n);
}

export const isEqual = (a: Decimal, b: Decimal): boolean => compare(a, b) === 0;

/** Whether two values are no further apart than the tolerance. */
export function isNear(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  const distance = subtract(a, b);
  return compare(distance.units < 0n ? negate(distance) : distance, tolerance) <= 0;
}

/** Units of the digit at this place, with all their digits. */
export function toPlaces(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  const fraction = places > 0 ? `.${digits.slice(point)}` : '';
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}

/** The same number always as the same text: no zeros at its end. */
export function toText({ units, scale }: Decimal): string {
  const text = toPlaces(units, scale);
  return scale === 0 ? text : text.replace(/\.?0+$/, '');
}

/** Half a unit of the digit at this place after the point. */
export const halfUnit = (place: number): Decimal => ({ units: 5n, scale: place + 1 });

/** As money is shown: rounded to so many places, halves away from zero. */
export function toRounded(value: Decimal, places: number): string {
  const scale = Math.max(value.scale, places);
  const units = at(value, scale);
  const unit = 10n ** BigInt(scale - places);
  const magnitude = (2n * (units < 0n ? -units : units) + unit) / (2n * unit);
  return toPlaces(units < 0n ? -magnitude : magnitude, places);
}
