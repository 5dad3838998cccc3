/**
 * Divides a whole amount in proportion to the weights, exactly: the shares add up to the amount,
 * none is negative, and each is within one unit of its exact value. Without any weight, nobody
 * gets anything.
 */
export function apportion(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((a, b) => a + b, 0n);
  if (total === 0n) return weights.map(() => 0n);
  let cumulated = 0n;
  let given = 0n;
  return weights.map((weight) => {
    cumulated += weight;
    const share = (amount * cumulated) / total - given;
    given += share;
    return share;
  });
}
