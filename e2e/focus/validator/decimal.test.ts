import { expect } from 'chai';
import {
  add,
  compare,
  halfUnit,
  isEqual,
  isNear,
  multiply,
  addTexts,
  toDecimal,
  toRounded,
  toText,
} from '../../support/focus/decimal.ts';

describe('exact decimals of the FOCUS validator', () => {
  const digits = '12345678901234567890.123456789012345678';

  it('keep every digit', () => {
    expect(toText(toDecimal(digits))).to.equal(digits);
    expect(toText(add(toDecimal(digits), toDecimal('0.000000000000000001')))).to.equal(
      '12345678901234567890.123456789012345679',
    );
    expect(toText(multiply(toDecimal('48.000000000000'), toDecimal('0.166666666667')))).to.equal(
      '8.000000000016',
    );
    expect(toText(addTexts(['0.1', '0.2', '-0.3']))).to.equal('0');
  });
  it('are one number in every notation', () => {
    for (const text of ['1000', '1000.00', '1e3', '1E3', '1.0e+3', '100000E-2']) {
      expect(isEqual(toDecimal(text), toDecimal('1000')), text).to.equal(true);
    }
    expect(toText(toDecimal('-1.50e-3'))).to.equal('-0.0015');
    expect(() => toDecimal('NaN')).to.throw(RangeError);
  });
  it('are compared, and are near each other by a tolerance', () => {
    expect(compare(toDecimal('-1'), toDecimal('0.5'))).to.equal(-1);
    expect(compare(toDecimal('2'), toDecimal('0.5'))).to.equal(1);
    const tolerance = halfUnit(4);
    expect(isNear(toDecimal('1'), toDecimal('1.00005'), tolerance)).to.equal(true);
    expect(isNear(toDecimal('1'), toDecimal('1.000051'), tolerance)).to.equal(false);
    expect(isNear(toDecimal('1.000051'), toDecimal('1'), tolerance)).to.equal(false);
  });
  it('are rounded with halves away from zero, and zero has no sign', () => {
    const rounded = (text: string) => toRounded(toDecimal(text), 4);
    expect(['0.00005', '-0.00005', '-0.00004', '1.23445', '7'].map(rounded)).to.eql([
      '0.0001',
      '-0.0001',
      '0.0000',
      '1.2345',
      '7.0000',
    ]);
  });
});
