import type { ClusterSpec } from './clusters.ts';
import { between } from './seeded.ts';
import { hour_ms, minute_ms } from './units.ts';

/**
 * How busy a cluster's people are, from 0 to 1: most at two in the afternoon of their time, less
 * at weekends. Outside production nights and weekends are quiet.
 */
export function busyShare(spec: ClusterSpec, at: number): number {
  const local = new Date(at + spec.utcOffset_hours * hour_ms);
  const hour = local.getUTCHours() + local.getUTCMinutes() / 60;
  const wave = (1 + Math.cos(((hour - 14) / 24) * 2 * Math.PI)) / 2;
  const isWeekend = [0, 6].includes(local.getUTCDay());
  if (spec.environment === 'production') return (0.35 + 0.65 * wave) * (isWeekend ? 0.8 : 1);
  return (0.15 + 0.85 * wave ** 2) * (isWeekend ? 0.3 : 1);
}

/** The small ups and downs of a program from one five minutes to the next. */
export function wobble(seed: string, at: number): number {
  return between(`${seed}@${String(Math.floor(at / (5 * minute_ms)))}`, 0.9, 1.1);
}
