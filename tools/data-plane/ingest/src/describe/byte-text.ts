const largest = 2n ** 63n - 1n;

/**
 * Bytes in a report, capped at the largest 64-bit integer, because Kubernetes stores no more; a sum
 * may exceed it. (As a JSON number, the largest integer is read as 2^63.)
 */
export function exactBytes(bytes: bigint | number): bigint {
  const exact = BigInt(bytes);
  return exact < largest ? exact : largest;
}

/** The same as text for SQL. */
export const byteText = (bytes: bigint | number): string => String(exactBytes(bytes));
