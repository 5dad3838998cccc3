import { expect } from 'chai';
import { largestRank } from '../src/listing/at-least.ts';
import { visibleClusters } from '../src/listing/visible-clusters.ts';

describe('lists', () => {
  for (const [amount, rank] of [
    ['0', '0'],
    ['0.0000', '0'],
    ['1', '-10000'],
    ['0.0001', '-1'],
    ['0.00001', '-1'],
    ['12.34567', '-123457'],
    ['007.5', '-75000'],
    ['9'.repeat(40), '-9223372036854775807'],
  ] as const) {
    it(`finds rows of at least ${amount} by a rank of at most ${rank}`, () => {
      expect(String(largestRank(amount))).to.equal(rank);
    });
  }

  it('shows the clusters that are both allowed and requested', () => {
    expect(visibleClusters(null)).to.equal(null);
    expect(visibleClusters(null, ['a'])).to.eql(['a']);
    expect(visibleClusters(['a', 'b'])).to.eql(['a', 'b']);
    expect(visibleClusters(['a', 'b'], ['b', 'c'])).to.eql(['b']);
    expect(visibleClusters([], ['b'])).to.eql([]);
  });
});
