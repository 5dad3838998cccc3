/**
 * Divides a whole amount in proportion to the weights, exactly: the shares add up to the amount,
 * none is negative, and each is within one unit of its exact value. What rounding down leaves over
 * goes to those who lose most by it, so that a share which is a whole number stays one. Without
 * any weight, nobody gets anything.
 */
export function apportion(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((a, b) => a + b, 0n);
  if (amount === 0n || total === 0n) return weights.map(() => 0n);
  // Most pods have one container.
  if (weights.length === 1) return [amount];
  const shares: bigint[] = [];
  const losses: Loss[] = [];
  let left = amount;
  for (const [index, weight] of weights.entries()) {
    const exact = amount * weight;
    const share = exact / total;
    const lost = exact - share * total;
    shares.push(share);
    if (lost > 0n) losses.push({ index, lost });
    left -= share;
  }
  if (left === 0n) return shares;
  losses.sort(byLoss);
  for (const { index } of losses.slice(0, Number(left))) shares[index] = (shares[index] ?? 0n) + 1n;
  return shares;
}

interface Loss {
  index: number;
  lost: bigint;
}

const byLoss = (a: Loss, b: Loss) =>
  a.lost === b.lost ? b.index - a.index : a.lost > b.lost ? -1 : 1;
