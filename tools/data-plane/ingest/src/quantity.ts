const nano = 10n ** 9n;

/** Number of nano units per suffix. */
const suffixes: Record<string, bigint> = {
  n: 1n,
  u: 10n ** 3n,
  m: 10n ** 6n,
  '': nano,
  k: nano * 10n ** 3n,
  M: nano * 10n ** 6n,
  G: nano * 10n ** 9n,
  T: nano * 10n ** 12n,
  P: nano * 10n ** 15n,
  E: nano * 10n ** 18n,
  Ki: nano * 2n ** 10n,
  Mi: nano * 2n ** 20n,
  Gi: nano * 2n ** 30n,
  Ti: nano * 2n ** 40n,
  Pi: nano * 2n ** 50n,
  Ei: nano * 2n ** 60n,
};

const syntax = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,2})|([numkMGTPE]|[KMGTPE]i)?)$/;

/** Longer than any real quantity. */
const maxLength = 64;

/**
 * Parses a Kubernetes quantity (`"3500m"`, `"1536Mi"`, `"1e3"`) into an integer in nano units;
 * finer digits are rounded up, as in Kubernetes. Undefined for any other text.
 */
export function parseQuantity(text: string): bigint | undefined {
  if (text.length > maxLength) return undefined;
  const [, sign, whole = '', fraction = '', exponent, suffix = ''] = syntax.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const unit = exponent === undefined ? suffixes[suffix] : nano;
  if (unit === undefined) return undefined;

  const power = Number(exponent ?? 0) - fraction.length;
  const digits = BigInt(whole + fraction) * unit;
  const magnitude =
    power >= 0 ? digits * 10n ** BigInt(power) : divideUp(digits, 10n ** BigInt(-power));
  return sign === '-' ? -magnitude : magnitude;
}

/** A quantity in whole units, rounded up. */
export function wholeUnits(nanos: bigint): bigint {
  return divideUp(nanos, nano);
}

function divideUp(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator > 0n ? quotient + 1n : quotient;
}
