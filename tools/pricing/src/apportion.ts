/**
 * Divides a whole amount in proportion to the weights, exactly: the shares add up to the amount,
 * none is negative, and each is within one unit of its exact value. What rounding down leaves over
 * goes to those who lose most by it, so that a share which is a whole number stays one. Without
 * any weight, nobody gets anything.
 */
export function apportion(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((a, b) => a + b, 0n);
  if (total === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight, index) => ({
    index,
    share: (amount * weight) / total,
    lost: (amount * weight) % total,
  }));
  const left = parts.reduce((rest, { share }) => rest - share, amount);
  const mostLosing = parts.toSorted((a, b) => descending(a.lost, b.lost) || b.index - a.index);
  for (const part of mostLosing.slice(0, Number(left))) part.share += 1n;
  return parts.map(({ share }) => share);
}

const descending = (a: bigint, b: bigint) => (a > b ? -1 : Number(a < b));
