/** A period in Unix milliseconds; the end is exclusive. */
export interface Interval {
  from: number;
  to: number;
}

/** The part of an interval within one hour or one day. */
export interface Part extends Interval {
  /** Start of the hour or day. */
  bucket: number;
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const longestGapMs = 180_000;

/**
 * The period that a snapshot accounts for: the time since the previous one. After a long silence
 * only the end of it, because the state before is unknown; the rest is a gap. Null for the first
 * snapshot.
 */
export function accountedInterval(previous: number | null, at: number): Interval | null {
  if (previous === null || previous >= at) return null;
  return { from: Math.max(previous, at - longestGapMs), to: at };
}

/** The hours of a day that contain the same number of milliseconds of an interval. */
export interface HoursOfDay {
  day: number;
  hours: number[];
  /** In each of the hours. */
  milliseconds: number;
}

/** Splits an interval at full UTC hours; hours of a day with the same duration are one part. */
export function splitIntoHours(interval: Interval): HoursOfDay[] {
  return splitInterval(interval, dayMs).flatMap(({ bucket: day, ...dayInterval }) => {
    const parts = splitInterval(dayInterval, hourMs);
    return [...Map.groupBy(parts, ({ from, to }) => to - from)].map(([milliseconds, alike]) => ({
      day,
      hours: alike.map(({ bucket }) => bucket),
      milliseconds,
    }));
  });
}

/** Splits an interval at full UTC hours or days. */
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
