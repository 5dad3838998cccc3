import { endOfBucket, findBucket, type Buckets } from './buckets.ts';

/** The stored form of a histogram. Weights and sums are as of `referenceAt`. */
export interface StoredHistogram {
  /** In Unix milliseconds. */
  referenceAt: number;
  /** Weights of the buckets from `firstBucket` on. */
  firstBucket: number;
  weights: readonly number[];
  weightedSum: number;
  weightedSquares: number;
  /** Weight of the throttled samples. */
  throttledWeight: number;
}

export interface HistogramOptions {
  buckets: Buckets;
  /** Time after which the weight of a sample has halved. */
  halfLifeMs: number;
  /** When the reference time moves, buckets at either end with less weight are dropped. */
  minWeight: number;
}

/** From this exponent on, weights would lose precision. */
const maxHalfLives = 100;

/**
 * How often a container used how much, with less weight for older samples: one that is a half-life
 * older has half the weight. Weights are relative to a reference time, a multiple of the half-life,
 * which moves with time. Works like the histograms of the Kubernetes Vertical Pod Autoscaler.
 */
export class UsageHistogram {
  readonly #options: HistogramOptions;
  /** Weights of the buckets from `#first` on; a container uses only few of them. */
  #weights = new Float64Array();
  #first = 0;
  #referenceAt = -Infinity;
  #weightedSum = 0;
  #weightedSquares = 0;
  #throttledWeight = 0;

  constructor(options: HistogramOptions, stored?: StoredHistogram) {
    this.#options = options;
    if (!stored) return;
    this.#weights = Float64Array.from(stored.weights);
    this.#first = stored.firstBucket;
    this.#referenceAt = stored.referenceAt;
    this.#weightedSum = stored.weightedSum;
    this.#weightedSquares = stored.weightedSquares;
    this.#throttledWeight = stored.throttledWeight;
  }

  add(value: number, timeMs: number, { weight = 1, isThrottled = false } = {}): void {
    const { buckets, halfLifeMs } = this.#options;
    if (timeMs > this.#referenceAt + maxHalfLives * halfLifeMs) this.moveOn(timeMs);
    const decayed = weight * 2 ** ((timeMs - this.#referenceAt) / halfLifeMs);
    const bucket = findBucket(buckets, value);
    this.#reach(bucket);
    this.#weights[bucket - this.#first] = this.#weightOf(bucket) + decayed;
    this.#weightedSum += value * decayed;
    this.#weightedSquares += value * value * decayed;
    if (isThrottled) this.#throttledWeight += decayed;
  }

  /**
   * Moves the reference to the half-life nearest to a time, so that a sample at that time has a
   * weight of about 1, and drops buckets with too little weight at both ends.
   */
  moveOn(timeMs: number): void {
    const { halfLifeMs, minWeight } = this.#options;
    const moved = Math.round(timeMs / halfLifeMs) * halfLifeMs;
    // A power of two, so that nothing is rounded.
    this.#scale(2 ** Math.round((this.#referenceAt - moved) / halfLifeMs));
    this.#referenceAt = moved;
    while (!this.isEmpty && this.#weightOf(this.#first) < minWeight) this.#forget('first');
    while (!this.isEmpty && this.#weightOf(this.#last) < minWeight) this.#forget('last');
  }

  get isEmpty(): boolean {
    return this.#weights.length === 0;
  }

  /**
   * Upper bound of the bucket up to which this share of the weight lies, among buckets that start
   * at or above a value. Infinity for the last bucket, which has no upper bound; 0 without samples.
   */
  percentile(share: number, from = 0): number {
    const threshold = share * this.#weightFrom(from);
    let sum = 0;
    for (const [bucket, weight] of this.#bucketsFrom(from)) {
      sum += weight;
      if (sum >= threshold || bucket === this.#last) {
        return endOfBucket(this.#options.buckets, bucket) ?? Infinity;
      }
    }
    return 0;
  }

  /** Share of the weight in buckets that start at or above a value, from 0 to 1. */
  shareFrom(value: number): number {
    return this.isEmpty ? 0 : this.#weightFrom(value) / this.#total();
  }

  /** Weighted average; 0 without samples. */
  get mean(): number {
    return this.isEmpty ? 0 : this.#weightedSum / this.#total();
  }

  /** Standard deviation divided by mean; 0 if the mean is 0. */
  get variation(): number {
    const { mean } = this;
    if (mean === 0) return 0;
    return Math.sqrt(Math.max(this.#weightedSquares / this.#total() - mean * mean, 0)) / mean;
  }

  /** Share of the weight that was throttled, from 0 to 1. */
  get throttledShare(): number {
    return this.isEmpty ? 0 : Math.min(this.#throttledWeight / this.#total(), 1);
  }

  get stored(): StoredHistogram {
    return {
      referenceAt: this.#referenceAt,
      firstBucket: this.#first,
      weights: [...this.#weights],
      weightedSum: this.#weightedSum,
      weightedSquares: this.#weightedSquares,
      throttledWeight: this.#throttledWeight,
    };
  }

  get #last(): number {
    return this.#first + this.#weights.length - 1;
  }

  #weightOf(bucket: number): number {
    return this.#weights[bucket - this.#first] ?? 0;
  }

  /** Makes room for a bucket. */
  #reach(bucket: number): void {
    if (this.isEmpty) this.#first = bucket;
    const [first, last] = [Math.min(this.#first, bucket), Math.max(this.#last, bucket)];
    if (last - first < this.#weights.length) return;
    const weights = new Float64Array(last - first + 1);
    weights.set(this.#weights, this.#first - first);
    this.#weights = weights;
    this.#first = first;
  }

  *#bucketsFrom(value: number): Generator<[bucket: number, weight: number]> {
    for (let bucket = this.#first; bucket <= this.#last; bucket += 1) {
      const start = this.#options.buckets[bucket] ?? 0;
      if (start >= value) yield [bucket, this.#weightOf(bucket)];
    }
  }

  #weightFrom(value: number): number {
    let sum = 0;
    for (const [, weight] of this.#bucketsFrom(value)) sum += weight;
    return sum;
  }

  #total(): number {
    return this.#weights.reduce((sum, weight) => sum + weight, 0);
  }

  #scale(factor: number): void {
    this.#weights = this.#weights.map((weight) => weight * factor);
    this.#weightedSum *= factor;
    this.#weightedSquares *= factor;
    this.#throttledWeight *= factor;
  }

  /** The bucket at an end, with its part of the sums as far as it is known. */
  #forget(end: 'first' | 'last'): void {
    const bucket = end === 'first' ? this.#first : this.#last;
    const value = this.#options.buckets[bucket] ?? 0;
    const weight = this.#weightOf(bucket);
    this.#weightedSum = Math.max(this.#weightedSum - value * weight, 0);
    this.#weightedSquares = Math.max(this.#weightedSquares - value * value * weight, 0);
    if (end === 'first') {
      this.#first += 1;
      this.#weights = this.#weights.slice(1);
    } else {
      this.#weights = this.#weights.slice(0, -1);
    }
    if (this.isEmpty) this.#throttledWeight = 0;
  }
}
