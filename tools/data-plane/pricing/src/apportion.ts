/**
 * Divides an integer in proportion to the weights, exactly: the shares add up to the amount, none
 * is negative, and each is within one unit of its exact value. The remainder of rounding down goes
 * to the shares that lose most, so that a share that is an integer stays unchanged. If all weights
 * are 0, so are all shares.
 */
export function apportion(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((a, b) => a + b, 0n);
  if (amount === 0n || total === 0n) return weights.map(() => 0n);
  // Most pods have a single container.
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
