const largest = 2n ** 63n - 1n;

/**
 * Bytes of a report. Kubernetes itself keeps no more of them than a 64-bit integer holds, so what is
 * more, as a sum can be, is that many. (As a JSON number the largest integer is read as 2^63.)
 */
export function exactBytes(bytes: bigint | number): bigint {
  const exact = BigInt(bytes);
  return exact < largest ? exact : largest;
}

/** The same as SQL takes it. */
export const byteText = (bytes: bigint | number): string => String(exactBytes(bytes));
