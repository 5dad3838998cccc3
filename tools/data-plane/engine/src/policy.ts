const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
const mebibyte = 2n ** 20n;

/** All adjustable thresholds of the engine. Shares are from 0 to 1 unless stated otherwise. */
export const policy = {
  /** Time after which a sample has half its weight. */
  halfLifeMs: 24 * hourMs,
  /** Buckets with less weight than one sample of this many half-lives ago are dropped. */
  rememberedHalfLives: 8,

  /** Number of UTC days with peaks and samples: the last day with usage, and those before it. */
  windowDays: 8,

  /** Minimum number of minutes with samples, and the minimum period, for a recommendation. */
  minMinutes: 720,
  minWindowMs: 12 * hourMs,

  cpuPercentile: 0.9,
  /**
   * A container is idle below this share of its peak. One that is idle most of the time, but busy
   * for some minutes per day, is sized by its busy minutes only.
   */
  idlePercentOfPeak: 5,
  minBusyMinutesPerDay: 3,
  /** Percentile for memory requests, and for CPU limits. */
  highPercentile: 0.99,
  /** Safety margin added to the usage, in percent. */
  safetyMarginPercent: 15n,
  minCpu_nanocores: 10_000_000n,
  minMemory_bytes: 32n * mebibyte,
  /** Requests are multiples of these. */
  cpuStep_nanocores: 1_000_000n,
  memoryStep_bytes: mebibyte,
  /** Smaller changes are not worth a rollout. */
  minChangePercent: 10n,
  /**
   * Lower threshold for an open recommendation, and for a usage slightly below the request, so that
   * recommendations do not come and go when numbers fluctuate.
   */
  minChangeWhileOpenPercent: 5n,

  /** Increase for a container that ran out of memory: the larger of the two. */
  oomBumpPercent: 20n,
  oomBump_bytes: 100n * mebibyte,

  /** A sample at this share of the CPU limit or above counts as throttled. */
  throttledAtPercent: 95,
  /** With this share of throttled samples, a container needs more CPU, and a change is a risk. */
  throttledShare: 0.05,
  heavilyThrottledShare: 0.25,
  /** Coefficients of variation from which usage varies, or varies a lot. */
  variation: 0.5,
  highVariation: 1,

  /** A request this close to the recommended one counts as applied. */
  appliedTolerancePercent: 5n,
  /** A dismissed recommendation returns once its numbers have changed by this much. */
  dismissedUntilPercent: 20n,
} as const;

export const minuteLengthMs = minuteMs;
