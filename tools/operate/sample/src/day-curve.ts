import { type ClusterSpec } from './clusters.ts';
import { between } from './seeded.ts';
import { dayMs, hourMs, minuteMs } from './units.ts';

/** When the fleet was complete; it has been used more and more since. */
const complete = Date.UTC(2025, 7, 1);

/** Use against what it will be one day: quicker at first, and never more than that. */
function grownShare(at: number): number {
  const years = Math.max(0, at - complete) / (365 * dayMs);
  return 1 - 0.25 * Math.exp(-years / 1.5);
}

/**
 * How busy a cluster's people are, from 0 to 1: most at two in the afternoon of their time, much
 * less at weekends, and slowly more from month to month. Outside production nights and weekends are
 * quiet.
 */
export function busyShare(spec: ClusterSpec, at: number): number {
  const local = new Date(at + spec.utcOffset_hours * hourMs);
  const hour = local.getUTCHours() + local.getUTCMinutes() / 60;
  const wave = (1 + Math.cos(((hour - 14) / 24) * 2 * Math.PI)) / 2;
  const isWeekend = [0, 6].includes(local.getUTCDay());
  const ofDay =
    spec.environment === 'production'
      ? (0.35 + 0.65 * wave) * (isWeekend ? 0.55 : 1)
      : (0.15 + 0.85 * wave ** 2) * (isWeekend ? 0.25 : 1);
  return ofDay * grownShare(at);
}

/** The small ups and downs of a program from one five minutes to the next. */
export function wobble(seed: string, at: number): number {
  return between(`${seed}@${String(Math.floor(at / (5 * minuteMs)))}`, 0.9, 1.1);
}
