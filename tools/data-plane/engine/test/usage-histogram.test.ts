import { expect } from 'chai';
import { exponentialBuckets, findBucket, usageBuckets } from '../src/histogram/buckets.ts';
import { UsageHistogram } from '../src/histogram/usage-histogram.ts';

const hourMs = 3_600_000;
const start = 1_234_567_890_000;

/** The figures of the vertical pod autoscaler's own tests. */
describe('usage histogram, like that of the vertical pod autoscaler', () => {
  /** From 0 to 10 in steps of 1. */
  const linear = Float64Array.from({ length: 11 }, (_, index) => index);
  const histogram = (minWeight = 1e-15) =>
    new UsageHistogram({ buckets: linear, halfLifeMs: hourMs, minWeight });
  const percentiles = (of: UsageHistogram, shares: readonly number[]) =>
    shares.map((share) => of.percentile(share));

  it('has the buckets of exponential options', () => {
    const buckets = exponentialBuckets({ maximum: 500, firstSize: 40, ratio: 1.5 });
    expect([...buckets]).to.eql([0, 40, 100, 190, 325, 527.5]);
    expect([-1, 39.99, 40, 100, 900].map((value) => findBucket(buckets, value))).to.eql([
      0, 0, 1, 2, 5,
    ]);
  });

  it('finds the bucket of linear options', () => {
    const buckets = Float64Array.from({ length: 18 }, (_, index) => index * 0.3);
    expect([-1, 0, 1.3, 100].map((value) => findBucket(buckets, value))).to.eql([0, 0, 4, 17]);
  });

  it('has its 176 buckets, for CPU from 0.01 to 1000 cores as for memory from 10 MB to 1 TB', () => {
    expect(usageBuckets[1]).to.equal(1e7);
    expect(usageBuckets[2]).to.equal(2.05e7);
    expect(usageBuckets[175]).to.be.greaterThan(1e12);
    expect(usageBuckets[174]).to.be.lessThan(1e12);
  });

  it('has no percentile when it is empty', () => {
    expect(percentiles(histogram(), [-0.5, 0, 0.5, 1, 1.5])).to.eql([0, 0, 0, 0, 0]);
  });

  it('has percentiles at the end of a bucket', () => {
    const one = histogram();
    for (const value of [1, 2, 3, 4]) one.add(value, start, { weight: value });
    expect(percentiles(one, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])).to.eql([
      2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5,
    ]);
  });

  it('has the first and last bucket for shares out of bounds', () => {
    const one = histogram();
    one.add(1, start);
    one.add(2, start);
    expect(percentiles(one, [-0.1, 1.1])).to.eql([2, 3]);
    one.add(0, start);
    one.add(99, start);
    expect(percentiles(one, [-0.1, 1.1])).to.eql([1, Infinity]);
  });

  it('decays a large weight almost, but not all', () => {
    const one = histogram();
    one.add(2, start, { weight: 1000 });
    one.add(1, start + 20 * hourMs);
    expect(percentiles(one, [0.999, 1])).to.eql([2, 3]);
  });

  it('drops weights that have decayed below float precision', () => {
    const one = histogram();
    one.add(2, start);
    one.add(1, start + 101 * hourMs);
    expect(one.percentile(1)).to.equal(2);
  });

  it('has percentiles of samples of different ages', () => {
    const one = histogram();
    for (const value of [1, 2, 3, 4]) {
      one.add(value, start + (value - 1) * hourMs, { weight: value });
    }
    expect(percentiles(one, [0, 0.02, 0.03, 0.1, 0.11, 0.34, 0.35, 1])).to.eql([
      2, 2, 3, 3, 4, 4, 5, 5,
    ]);
  });
});

describe('usage histogram', () => {
  it('has buckets up to 100,000 cores, or 100 TB', () => {
    expect(usageBuckets).to.have.length(270);
    expect(usageBuckets[269]).to.be.greaterThan(1e14);
    expect(usageBuckets[268]).to.be.lessThan(1e14);
    for (const used of [1.5e12, 2 * 2 ** 40, 32e12]) {
      const one = new UsageHistogram({ ...options, minWeight: 0 });
      one.add(used, start);
      expect(one.percentile(0.9)).to.be.within(used, used * 1.05);
    }
    const beyond = new UsageHistogram(options);
    beyond.add(3e14, start);
    expect(beyond.percentile(0.9)).to.equal(Infinity);
  });

  const dayMs = 24 * hourMs;
  const options = { buckets: usageBuckets, halfLifeMs: dayMs, minWeight: 2 ** -8 };
  const cores = (count: number) => count * 1e9;

  /** 2,000 minutes from a moment on, of which every seventh is throttled. */
  const samples = Array.from({ length: 2000 }, (_, minute) => ({
    value: cores(0.05 + ((minute * 7919) % 1000) / 1000),
    time: start + minute * 60_000,
    isThrottled: minute % 7 === 0,
  }));
  const addAll = (to: UsageHistogram, some = samples) => {
    for (const { value, time, isThrottled } of some) to.add(value, time, { isThrottled });
    return to;
  };

  it('has the mean, variation and throttled share of weighted samples', () => {
    const one = addAll(new UsageHistogram(options));
    const decayWeight = (time: number) => 2 ** ((time - start) / dayMs);
    let [weight, sum, throttled] = [0, 0, 0];
    for (const { value, time, isThrottled } of samples) {
      weight += decayWeight(time);
      sum += decayWeight(time) * value;
      if (isThrottled) throttled += decayWeight(time);
    }
    const mean = sum / weight;
    const variance =
      samples.reduce((all, { value, time }) => all + decayWeight(time) * (value - mean) ** 2, 0) /
      weight;
    expect(one.mean).to.be.closeTo(mean, mean * 1e-12);
    expect(one.variation).to.be.closeTo(Math.sqrt(variance) / mean, 1e-9);
    expect(one.throttledShare).to.be.closeTo(throttled / weight, 1e-12);
  });

  it('has no figures when it is empty', () => {
    const empty = new UsageHistogram(options);
    const { isEmpty, mean, variation, throttledShare } = empty;
    expect({ isEmpty, mean, variation, throttledShare }).to.eql({
      isEmpty: true,
      mean: 0,
      variation: 0,
      throttledShare: 0,
    });
    expect(empty.shareFrom(0)).to.equal(0);
  });

  it('is the same after saving and loading at any point', () => {
    const whole = addAll(new UsageHistogram(options)).stored;
    let parts = new UsageHistogram(options);
    for (let from = 0; from < samples.length; from += 137) {
      parts = new UsageHistogram(options, parts.stored);
      addAll(parts, samples.slice(from, from + 137));
    }
    expect(parts.stored).to.eql(whole);
  });

  it('keeps its values exactly when the reference moves', () => {
    const moved = addAll(new UsageHistogram({ ...options, minWeight: 0 }));
    const before = moved.stored;
    moved.moveOn(start + 5 * dayMs);
    const { weights, weightedSum, referenceAt } = moved.stored;
    const factor = 2 ** ((before.referenceAt - referenceAt) / dayMs);
    expect(factor).to.equal(1 / 32);
    expect(weights).to.eql(before.weights.map((weight) => weight * factor));
    expect(weightedSum).to.equal(before.weightedSum * factor);
    const unmoved = new UsageHistogram(options, before);
    for (const share of [0, 0.5, 0.9, 0.99, 1]) {
      expect(moved.percentile(share)).to.equal(unmoved.percentile(share));
    }
    expect(moved.mean).to.equal(unmoved.mean);
  });

  it('drops a peak when its weight is zero', () => {
    const one = new UsageHistogram(options);
    one.add(cores(8), start);
    const atDay = (day: number) => {
      for (let minute = 0; minute < 60; minute += 1) {
        one.add(cores(0.1), start + day * dayMs + minute * 60_000);
      }
      one.moveOn(start + day * dayMs);
      return one.percentile(1);
    };
    expect(atDay(7)).to.be.greaterThan(cores(8));
    expect(atDay(10)).to.be.lessThan(cores(0.12));
    expect(one.mean).to.be.closeTo(cores(0.1), cores(0.001));
  });

  it('has shares and percentiles of the samples from a value on', () => {
    const one = new UsageHistogram(options);
    for (let minute = 0; minute < 100; minute += 1) one.add(cores(minute < 8 ? 3 : 0.1), start);
    expect(one.shareFrom(cores(0.15))).to.be.closeTo(0.08, 1e-12);
    expect(one.shareFrom(0)).to.equal(1);
    expect(one.shareFrom(cores(4))).to.equal(0);
    expect(one.percentile(0.9)).to.be.within(cores(0.1), cores(0.12));
    expect(one.percentile(0.9, cores(0.15))).to.be.within(cores(3), cores(3.16));
    expect(one.percentile(0.9, cores(4))).to.equal(0);
  });

  it('is empty when all weights have decayed', () => {
    const one = new UsageHistogram(options);
    one.add(cores(8), start, { isThrottled: true });
    one.moveOn(start + 20 * dayMs);
    expect(one.isEmpty).to.equal(true);
    expect(one.percentile(0.9)).to.equal(0);
    one.add(cores(1), start + 20 * dayMs);
    expect(one.throttledShare).to.equal(0);
    expect(one.stored.weights).to.have.length(1);
  });
});
