import { expect } from 'chai';
import { toPercent } from '../src/composed/amounts.ts';

describe('percentages of amounts', () => {
  it('are rounded to two decimals', () => {
    expect(toPercent('2.0000', '3.0000')).to.equal(66.67);
    expect(toPercent('-2.0000', '3.0000')).to.equal(-66.67);
    expect(toPercent('1.0000', '3.0000')).to.equal(33.33);
    expect(toPercent('9007199254740993.0000', '9007199254740993.0000')).to.equal(100);
  });

  it('are unknown if an amount is, and of 0', () => {
    expect(toPercent(undefined, '3.0000')).to.equal(null);
    expect(toPercent('3.0000', undefined)).to.equal(null);
    expect(toPercent('3.0000', '0.0000')).to.equal(null);
  });
});
