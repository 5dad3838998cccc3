/** A stretch of time in Unix milliseconds, the end exclusive. */
export interface Interval {
  from: number;
  to: number;
}

/** What of an interval lies in one hour, or one day. */
export interface Part extends Interval {
  /** When the hour or day begins. */
  bucket: number;
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const longestGapMs = 180_000;

/**
 * The time that a snapshot accounts for: what has passed since the one before. Of a longer silence
 * it is only the end, since nobody knows what was there before; the rest is a gap. Null where
 * nothing came before.
 */
export function accountedInterval(previous: number | null, at: number): Interval | null {
  if (previous === null || previous >= at) return null;
  return { from: Math.max(previous, at - longestGapMs), to: at };
}

/** Cut at the full hours, or days, of UTC. */
export function splitInterval({ from, to }: Interval, bucketMs: number): Part[] {
  const parts: Part[] = [];
  for (let start = from; start < to;) {
    const bucket = Math.floor(start / bucketMs) * bucketMs;
    const end = Math.min(bucket + bucketMs, to);
    parts.push({ bucket, from: start, to: end });
    start = end;
  }
  return parts;
}
