import { type UsageDay, type UsageHistogramsTable } from '@costplane/warehouse';
import { type Selectable } from 'kysely';
import { usageBuckets } from '../histogram/buckets.ts';
import { UsageHistogram } from '../histogram/usage-histogram.ts';
import { dayMs, policy } from '../policy.ts';

export type Resource = 'cpu' | 'memory';

/** A row of usage_histograms. */
export type HistogramRow = Omit<Selectable<UsageHistogramsTable>, 'organization_id' | 'cluster_id'>;

/** Statistics of a UTC day. Times are Unix milliseconds. */
export interface DayOfUse {
  firstMinute: number;
  /** Minutes with samples, and the number of samples of all replicas together. */
  minutes: number;
  samples: number;
  /** The highest reported usage, and the first minute with it. */
  maximum: number;
  maximumAt: number;
}

/**
 * Usage of a resource by one container of a workload, in nanocores or bytes. Covers all pods that
 * ran it, including replaced ones.
 */
export class ContainerHistory {
  readonly histogram: UsageHistogram;
  /** By their start, in Unix milliseconds. */
  readonly #days = new Map<number, DayOfUse>();
  lastMinute = -Infinity;

  constructor(row?: HistogramRow) {
    this.histogram = new UsageHistogram(options, row && storedHistogram(row));
    if (!row) return;
    this.#days = new Map(row.days.map(fromColumn));
    this.lastMinute = row.last_sample_at.getTime();
  }

  /** Adds the usage of the replicas in a minute, with their CPU limits, if any. */
  addMinute(minute: number, values: readonly number[], limits: readonly number[] = []): void {
    for (const [index, value] of values.entries()) {
      this.histogram.add(value, minute, { isThrottled: isThrottled(value, limits[index] ?? 0) });
      this.addPeak(minute, value);
    }
    const day = this.#dayOf(minute);
    day.samples += values.length;
    day.minutes += 1;
  }

  /** Adds a usage that may be the peak of its day, but is not a sample. */
  addPeak(minute: number, value: number): void {
    const day = this.#dayOf(minute);
    this.lastMinute = Math.max(this.lastMinute, minute);
    day.firstMinute = Math.min(day.firstMinute, minute);
    if (value < day.maximum || (value === day.maximum && minute >= day.maximumAt)) return;
    day.maximum = value;
    day.maximumAt = minute;
  }

  /** The days of the window, oldest first: the last one with usage, and some before it. */
  get days(): DayOfUse[] {
    const first = startOfDay(this.lastMinute) - (policy.windowDays - 1) * dayMs;
    return [...this.#days.entries()]
      .filter(([start]) => start >= first)
      .sort(([a], [b]) => a - b)
      .map(([, day]) => day);
  }

  /** The columns, after everything has been added. */
  row(): Omit<HistogramRow, 'workload_uid' | 'container_name' | 'resource'> {
    this.histogram.moveOn(this.lastMinute);
    const { stored } = this.histogram;
    return {
      reference_at: new Date(stored.referenceAt),
      first_bucket: stored.firstBucket,
      weights: [...stored.weights],
      last_sample_at: new Date(this.lastMinute),
      days: this.days.map(toColumn),
      weighted_sum: stored.weightedSum,
      weighted_squares: stored.weightedSquares,
      throttled_weight: stored.throttledWeight,
    };
  }

  #dayOf(minute: number): DayOfUse {
    const start = startOfDay(minute);
    const day = this.#days.get(start) ?? unused();
    this.#days.set(start, day);
    return day;
  }
}

const startOfDay = (time: number) => Math.floor(time / dayMs) * dayMs;

const unused = (): DayOfUse => ({
  firstMinute: Infinity,
  minutes: 0,
  samples: 0,
  maximum: -Infinity,
  maximumAt: Infinity,
});

const toColumn = (day: DayOfUse): UsageDay => ({
  day: new Date(day.firstMinute).toISOString().slice(0, 10),
  first_minute: new Date(day.firstMinute).toISOString(),
  minutes: day.minutes,
  samples: day.samples,
  maximum: day.maximum,
  maximum_at: new Date(day.maximumAt).toISOString(),
});

const fromColumn = (column: UsageDay): [start: number, day: DayOfUse] => [
  Date.parse(column.day),
  {
    firstMinute: Date.parse(column.first_minute),
    minutes: column.minutes,
    samples: column.samples,
    maximum: column.maximum,
    maximumAt: Date.parse(column.maximum_at),
  },
];

const options = {
  buckets: usageBuckets,
  halfLifeMs: policy.halfLifeMs,
  minWeight: 2 ** -policy.rememberedHalfLives,
};

const isThrottled = (used: number, limit: number) =>
  limit > 0 && used * 100 >= limit * policy.throttledAtPercent;

const storedHistogram = (row: HistogramRow) => ({
  referenceAt: row.reference_at.getTime(),
  firstBucket: row.first_bucket,
  weights: row.weights,
  weightedSum: row.weighted_sum,
  weightedSquares: row.weighted_squares,
  throttledWeight: row.throttled_weight,
});
