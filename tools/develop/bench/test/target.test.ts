import { expect } from 'chai';
import { describeTarget, isMet } from '../src/target.ts';

describe('target of a measure', () => {
  it('is shown with all of its bounds', () => {
    expect(describeTarget({ ratioAtMost: 0.2, atMost: 100 })).to.equal('ratio ≤ 0.2, ≤ 100');
    expect(describeTarget({ atMost: 2, mibAtMost: 512 })).to.equal('≤ 2, MiB ≤ 512');
  });

  it('is met only if every bound is kept', () => {
    const target = { ratioAtMost: 0.2, atMost: 100, mibAtMost: 512 };
    const kept = { service: 100, ratio: 0.2, peakMib: 512 };
    expect(isMet(target, kept)).to.equal(true);
    expect(isMet(target, { ...kept, service: 101 })).to.equal(false);
    expect(isMet(target, { ...kept, ratio: 0.21 })).to.equal(false);
    expect(isMet(target, { ...kept, peakMib: 513 })).to.equal(false);
  });

  it('is not met by text, and ignored without a target', () => {
    expect(isMet({ atLeast: 1 }, { service: 'no ETag', ratio: null })).to.equal(false);
    expect(isMet(undefined, { service: 1, ratio: null })).to.equal(null);
  });
});
