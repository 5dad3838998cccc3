import { expect } from 'chai';
import { divideRounded, formatFixedPoint, parseFixedPoint, sum } from '../src/fixed-point.ts';
import { coresToNanocores, formatNanocores } from '../src/cores.ts';

const fixed = parseFixedPoint;

describe('fixed point', () => {
  it('reads and writes decimals of up to twelve digits unchanged', () => {
    for (const text of ['0', '1', '0.031611', '-2.5', '123456789012345678.000000000001'])
      expect(formatFixedPoint(fixed(text))).to.equal(text);
    expect(formatFixedPoint(fixed('0.10'))).to.equal('0.1');
    expect(formatFixedPoint(fixed('-0.000000000001'))).to.equal('-0.000000000001');
  });

  it('refuses what is not a decimal, or has more than twelve digits', () => {
    for (const text of ['', '1e3', '.5', '1.', '0.0000000000001', ' 1', '1,5', 'NaN'])
      expect(() => fixed(text), text).to.throw(RangeError);
  });

  it('divides to whole numbers, halves to even', () => {
    expect([divideRounded(5n, 2n), divideRounded(7n, 2n), divideRounded(-5n, 2n)]).to.eql([
      2n,
      4n,
      -2n,
    ]);
    expect([divideRounded(2n, 3n), divideRounded(1n, 3n)]).to.eql([1n, 0n]);
    expect(divideRounded(7n, -2n)).to.equal(-4n);
    expect(() => divideRounded(1n, 0n)).to.throw(RangeError);
  });

  it('adds values that floats cannot represent', () => {
    const tenths = Array.from({ length: 10 }, () => fixed('0.1'));
    expect(formatFixedPoint(sum(tenths))).to.equal('1');
  });
});

describe('cores', () => {
  it('turn from binary floats into exact nanocores', () => {
    expect(coresToNanocores(0.12345678900000001)).to.equal(123456789n);
    expect(coresToNanocores(1e-9)).to.equal(1n);
    expect(coresToNanocores(0.1 + 0.2)).to.equal(300000000n);
    expect(coresToNanocores(96)).to.equal(96000000000n);
    expect(coresToNanocores(0)).to.equal(0n);
    expect(coresToNanocores(63.3)).to.equal(63300000000n);
  });

  it('are written as decimals without trailing zeros', () => {
    expect(formatNanocores(250000000n)).to.equal('0.25');
    expect(formatNanocores(96000000000n)).to.equal('96');
    expect(formatNanocores(1n)).to.equal('0.000000001');
  });

  it('reject impossible values', () => {
    for (const cores of [Infinity, NaN, 1e21])
      expect(() => coresToNanocores(cores)).to.throw(RangeError);
  });
});
