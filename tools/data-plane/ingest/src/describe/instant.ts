/** A time in the snapshot, in Unix milliseconds, as text for SQL; null if unknown. */
export function instant(milliseconds: number | undefined): string | null {
  return milliseconds === undefined || milliseconds <= 0
    ? null
    : new Date(milliseconds).toISOString();
}
