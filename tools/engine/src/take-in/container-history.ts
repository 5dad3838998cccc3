import type { UsageHistogramsTable } from '@costplane/warehouse';
import type { Selectable } from 'kysely';
import { usageBuckets } from '../histogram/buckets.ts';
import { UsageHistogram } from '../histogram/usage-histogram.ts';
import { minuteLength_ms, policy } from '../policy.ts';

export type Resource = 'cpu' | 'memory';

/** A row of usage_histograms. */
export type HistogramRow = Omit<Selectable<UsageHistogramsTable>, 'organization_id' | 'cluster_id'>;

/** What one container of a workload has used of a resource: nanocores or bytes. */
export class ContainerHistory {
  readonly histogram: UsageHistogram;
  samples = 0;
  /** That have samples. */
  minutes = 0;
  /** The first and the last of them, Unix milliseconds. */
  firstMinute = Infinity;
  lastMinute = -Infinity;

  constructor(row?: HistogramRow) {
    this.histogram = new UsageHistogram(options, row && storedHistogram(row));
    if (!row) return;
    this.samples = Number(row.samples);
    this.minutes = Number(row.minutes);
    this.firstMinute = row.first_sample_at.getTime();
    this.lastMinute = row.last_sample_at.getTime();
  }

  /** Adds what the replicas used in a minute, with the CPU limits that they had, if any. */
  addMinute(minute: number, values: readonly number[], limits: readonly number[] = []): void {
    for (const [index, value] of values.entries()) {
      this.histogram.add(value, minute, { isThrottled: isThrottled(value, limits[index] ?? 0) });
    }
    this.samples += values.length;
    this.minutes += 1;
    this.firstMinute = Math.min(this.firstMinute, minute);
    this.lastMinute = Math.max(this.lastMinute, minute);
  }

  /** Whether there is enough of it to speak. */
  get isEnough(): boolean {
    const { minutes, firstMinute, lastMinute } = this;
    const window_ms = lastMinute + minuteLength_ms - firstMinute;
    return minutes >= policy.leastMinutes && window_ms >= policy.leastWindow_ms;
  }

  /** The columns, once everything has been added. */
  row(): Omit<HistogramRow, 'workload_uid' | 'container_name' | 'resource'> {
    this.histogram.moveOn(this.lastMinute);
    const { stored } = this.histogram;
    return {
      reference_at: new Date(stored.referenceAt),
      first_bucket: stored.firstBucket,
      weights: [...stored.weights],
      samples: String(this.samples),
      minutes: String(this.minutes),
      first_sample_at: new Date(this.firstMinute),
      last_sample_at: new Date(this.lastMinute),
      maximum: stored.maximum,
      weighted_sum: stored.weightedSum,
      weighted_squares: stored.weightedSquares,
      throttled_weight: stored.throttledWeight,
    };
  }
}

const options = {
  buckets: usageBuckets,
  halfLife_ms: policy.halfLife_ms,
  leastWeight: 2 ** -policy.rememberedHalfLives,
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
  maximum: row.maximum,
});
