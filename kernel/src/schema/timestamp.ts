/** An instant as the contract writes it: UTC, RFC 3339, whole seconds, `Z`. */
export function toTimestamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
