/** Amounts as integers, in ten-thousandths of the currency; never floats. */
export function toUnits(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(4, '0')}`);
}

/** An amount in the format of the API: four decimal places. */
export function toAmount(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(5, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** A part as a percentage of a total, rounded to two decimals; null if either is unknown or the total is 0. */
export function toPercent(part: string | undefined, whole: string | undefined): number | null {
  if (part === undefined || whole === undefined || toUnits(whole) === 0n) return null;
  return Math.round(Number((toUnits(part) * 1_000_000n) / toUnits(whole)) / 100) / 100;
}

/** An amount in two windows, and its change; the change is null if either amount is unknown. */
export function compareAmounts(previous: string | undefined, current: string | undefined) {
  const isKnown = previous !== undefined && current !== undefined;
  const change = isKnown ? toAmount(toUnits(current) - toUnits(previous)) : undefined;
  return {
    previous: previous ?? null,
    current: current ?? null,
    change: change ?? null,
    change_percent: toPercent(change, previous),
  };
}
