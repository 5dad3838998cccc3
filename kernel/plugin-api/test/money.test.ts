import { expect } from 'chai';
import { roundToFourDecimals, toMoney } from '../src/schema/money.ts';

describe('money', () => {
  const roundings: [decimal: string, amount: string][] = [
    ['0', '0.0000'],
    ['12', '12.0000'],
    ['1.5', '1.5000'],
    ['0.00004', '0.0000'],
    ['0.00005', '0.0001'],
    ['0.99995', '1.0000'],
    ['999.99995', '1000.0000'],
    ['-0.00004', '0.0000'],
    ['-0.00005', '-0.0001'],
    ['-1.23456', '-1.2346'],
    ['123456789012345678901234567890.12345', '123456789012345678901234567890.1235'],
    ['0.1', '0.1000'],
    ['-0', '0.0000'],
  ];
  for (const [decimal, amount] of roundings) {
    it(`rounds ${decimal} to ${amount}`, () => {
      expect(roundToFourDecimals(decimal)).to.equal(amount);
    });
  }

  it('includes the currency', () => {
    expect(toMoney('1', 'EUR')).to.eql({ amount: '1.0000', currency: 'EUR' });
  });

  for (const text of ['NaN', '1e3', '', '1.', '.5', 'Infinity']) {
    it(`refuses "${text}"`, () => {
      expect(() => roundToFourDecimals(text)).to.throw(TypeError, 'not decimal text');
    });
  }
});
