/** A time of the snapshot, Unix milliseconds, as SQL takes it; null: not known. */
export function instant(milliseconds: number | undefined): string | null {
  return milliseconds === undefined || milliseconds <= 0
    ? null
    : new Date(milliseconds).toISOString();
}
