/** What a measure should be: bounds of service / floor, of the service's own figure, of its memory. */
export interface Target {
  readonly ratioAtLeast?: number;
  readonly ratioAtMost?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Of the peak. */
  readonly mibAtMost?: number;
}

/** What a target is held against. */
export interface Measured {
  readonly service: number | string;
  readonly ratio: number | null;
  readonly peakMib?: number;
}

/** `ratio ≥ 1, ≤ 100`. */
export function describeTarget(target: Target): string {
  const bounds = [
    ['ratio ≥', target.ratioAtLeast],
    ['ratio ≤', target.ratioAtMost],
    ['≥', target.atLeast],
    ['≤', target.atMost],
    ['MiB ≤', target.mibAtMost],
  ] as const;
  return bounds
    .flatMap(([text, bound]) => (bound === undefined ? [] : `${text} ${bound}`))
    .join(', ');
}

/** Null where there is no target. What could not be measured has not met it. */
export function isMet(
  target: Target | undefined,
  { service, ratio, peakMib = 0 }: Measured,
): boolean | null {
  if (!target) return null;
  if (typeof service === 'string') return false;
  const { ratioAtLeast = -Infinity, ratioAtMost = Infinity } = target;
  const { atLeast = -Infinity, atMost = Infinity, mibAtMost = Infinity } = target;
  const isRatioMet = ratio === null || (ratio >= ratioAtLeast && ratio <= ratioAtMost);
  return isRatioMet && service >= atLeast && service <= atMost && peakMib <= mibAtMost;
}
