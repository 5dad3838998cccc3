const largest = 2n ** 63n - 1n;

/**
 * Bytes as SQL takes them. Kubernetes itself keeps no more of them than a 64-bit integer holds, so
 * what is more, as a sum can be, is that many.
 */
export function byteText(bytes: bigint | number): string {
  const exact = BigInt(bytes);
  return String(exact < largest ? exact : largest);
}
