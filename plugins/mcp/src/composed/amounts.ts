/** Amounts are whole ten-thousandths of the currency here: they are never floats. */
export function toUnits(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(4, '0')}`);
}

/** An amount as the API writes it: four decimals. */
export function toAmount(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(5, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** A part in percent of a whole, with two decimals; null of nothing, or where either is not known. */
export function toPercent(part: string | undefined, whole: string | undefined): number | null {
  if (part === undefined || whole === undefined || toUnits(whole) === 0n) return null;
  return Number((toUnits(part) * 10_000n) / toUnits(whole)) / 100;
}

/** An amount in two windows; null where it is not known in one of them. */
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
