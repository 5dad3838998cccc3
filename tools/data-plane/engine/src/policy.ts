const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
const mebibyte = 2n ** 20n;

/** Everything that a person might want to argue about. Shares are of 1 unless they say otherwise. */
export const policy = {
  /** After so long a sample counts half. */
  halfLifeMs: 24 * hourMs,
  /** A bucket that weighs less than one sample of so many half-lives ago is forgotten. */
  rememberedHalfLives: 8,

  /** Peaks and samples are of so many days, UTC: the last one with use, and those before it. */
  windowDays: 8,

  /** Samples are needed of so many minutes, over so long, before the engine speaks. */
  leastMinutes: 720,
  leastWindowMs: 12 * hourMs,

  cpuPercentile: 0.9,
  /**
   * Below so much of its peak a container is idle. One that is idle for most of the time, and busy
   * for some minutes a day, is sized by its busy minutes alone.
   */
  idlePercentOfPeak: 5,
  leastBusyMinutesPerDay: 3,
  /** Of memory; CPU limits have to leave room for it. */
  highPercentile: 0.99,
  /** On top of what is used, in percent. */
  safetyMarginPercent: 15n,
  leastCpu_nanocores: 10_000_000n,
  leastMemory_bytes: 32n * mebibyte,
  /** Requests are whole numbers of these. */
  cpuStep_nanocores: 1_000_000n,
  memoryStep_bytes: mebibyte,
  /** Smaller changes than this are not worth a rollout. */
  leastChangePercent: 10n,
  /**
   * As long as a recommendation is open this is enough, as is use that is so little below a request,
   * so that one whose numbers hover does not come and go.
   */
  leastChangeWhileOpenPercent: 5n,

  /** What a container that ran out of memory gets on top: the larger of the two. */
  oomBumpPercent: 20n,
  oomBump_bytes: 100n * mebibyte,

  /** A sample at so much of the CPU limit or above counts as throttled. */
  throttledAtPercent: 95,
  /** Throttled for so much of its samples, a container needs more CPU, and a change is a risk. */
  throttledShare: 0.05,
  heavilyThrottledShare: 0.25,
  /** Standard deviation over mean from which usage varies, or varies much. */
  variation: 0.5,
  highVariation: 1,

  /** A request that is so near to what was recommended is what was recommended. */
  appliedTolerancePercent: 5n,
  /** A recommendation that was dismissed comes back once its numbers have moved by so much. */
  dismissedUntilPercent: 20n,
} as const;

export const minuteLengthMs = minuteMs;
