/** Lower bounds of buckets. The first one is 0; the last bucket has no upper bound. */
export type Buckets = Float64Array;

/**
 * Buckets of which each is `ratio` times as wide as the previous one, until the last one starts at
 * or beyond `maximum`.
 */
export function exponentialBuckets(options: {
  maximum: number;
  firstSize: number;
  ratio: number;
}): Buckets {
  const { maximum, firstSize, ratio } = options;
  const starts = [0];
  for (let bucket = 1; (starts.at(-1) ?? 0) < maximum; bucket += 1) {
    starts.push((firstSize * (ratio ** bucket - 1)) / (ratio - 1));
  }
  return Float64Array.from(starts);
}

/**
 * The buckets of the Kubernetes Vertical Pod Autoscaler, extended by a factor of 100: for CPU from
 * 0.01 to 100,000 cores, in nanocores, and for memory from 10 MB to 100 TB, in bytes, which are the
 * same numbers. Bounds are integers.
 */
export const usageBuckets: Buckets = exponentialBuckets({
  maximum: 1e14,
  firstSize: 1e7,
  ratio: 1.05,
}).map(Math.round);

/** The bucket that contains a value. */
export function findBucket(starts: Buckets, value: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Upper bound of a bucket; undefined for the last one. */
export function endOfBucket(starts: Buckets, bucket: number): number | undefined {
  return starts[bucket + 1];
}
