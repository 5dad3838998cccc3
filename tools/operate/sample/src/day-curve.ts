import { type ClusterSpec } from './clusters.ts';
import { between } from './seeded.ts';
import { dayMs, hourMs, minuteMs } from './units.ts';

/** Time at which the fleet was complete; its usage keeps growing. */
const complete = Date.UTC(2025, 7, 1);

/** Usage relative to its final level: grows fast at first, and never exceeds 1. */
function grownShare(at: number): number {
  const years = Math.max(0, at - complete) / (365 * dayMs);
  return 1 - 0.25 * Math.exp(-years / 1.5);
}

/**
 * Activity of a cluster's users, from 0 to 1: highest at two in the afternoon of their time zone,
 * much lower at weekends, and slowly rising from month to month. Outside production, nights and
 * weekends are quiet.
 */
export function busyShare(spec: ClusterSpec, at: number): number {
  if (last?.spec !== spec || last.at !== at) last = { spec, at, share: computeShare(spec, at) };
  return last.share;
}

/** All containers of a snapshot have the same. */
let last: { spec: ClusterSpec; at: number; share: number } | undefined;

function computeShare(spec: ClusterSpec, at: number): number {
  const local = new Date(at + spec.utcOffset_hours * hourMs);
  const hour = local.getUTCHours() + local.getUTCMinutes() / 60;
  const wave = (1 + Math.cos(((hour - 14) / 24) * 2 * Math.PI)) / 2;
  const isWeekend = [0, 6].includes(local.getUTCDay());
  const dayShare =
    spec.environment === 'production'
      ? (0.35 + 0.65 * wave) * (isWeekend ? 0.55 : 1)
      : (0.15 + 0.85 * wave ** 2) * (isWeekend ? 0.25 : 1);
  return dayShare * grownShare(at);
}

/** Small variations of a program from one five-minute step to the next. */
export function wobble(seed: string, at: number): number {
  return between(`${seed}@${String(Math.floor(at / (5 * minuteMs)))}`, 0.9, 1.1);
}
