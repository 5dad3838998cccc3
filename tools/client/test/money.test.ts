import { expect } from 'chai';
import { Money } from '../src/index.ts';

const usd = (amount: string) => Money.parse(amount, 'USD');
const text = (money: Money) => money.toString();

describe('Money', () => {
  it('adds, subtracts and multiplies exactly', () => {
    expect(text(usd('0.1').plus(usd('0.2')))).to.equal('0.3');
    expect(text(usd('1').minus(usd('0.0001')))).to.equal('0.9999');
    expect(text(usd('2353.9862').times('0.15'))).to.equal('353.09793');
    const large = usd('90071992547409931234.5678').plus(usd('0.000000000001'));
    expect(text(large)).to.equal('90071992547409931234.567800000001');
  });

  it('sums amounts of different scales; an empty sum is 0', () => {
    expect(text(Money.sum([usd('1.2500'), usd('2'), usd('-0.250000000001')]))).to.equal(
      '2.999999999999',
    );
    expect(text(Money.sum([]))).to.equal('0');
    expect(Money.sum([usd('1')]).currency).to.equal('USD');
  });

  it('compares amounts, and detects negative amounts and zero', () => {
    const sorted = [usd('10'), usd('-2'), usd('9.9999')].sort((one, two) => two.compare(one));
    expect(sorted.map(text)).to.eql(['10', '9.9999', '-2']);
    expect(usd('1.50').compare(usd('1.5'))).to.equal(0);
    expect([usd('-0.0001').isNegative, usd('0.0000').isNegative]).to.eql([true, false]);
    expect([usd('0.0000').isZero, usd('0.0001').isZero]).to.eql([true, false]);
  });

  it('formats an amount without trailing zeros', () => {
    const amounts = ['12.3400', '0.0000', '-0.5000', '-0.0', '100', '007.10'];
    expect(amounts.map((amount) => text(usd(amount)))).to.eql([
      '12.34',
      '0',
      '-0.5',
      '0',
      '100',
      '7.1',
    ]);
  });

  it('rounds half away from zero', () => {
    const rounded = ['1.005', '-1.005', '1.0049', '0.995', '7', '-0.001'];
    expect(rounded.map((amount) => usd(amount).toFixed(2))).to.eql([
      '1.01',
      '-1.01',
      '1.00',
      '1.00',
      '7.00',
      '0.00',
    ]);
    expect(usd('0.5').toFixed(0)).to.equal('1');
  });

  it('computes the share of an amount', () => {
    expect(usd('1').toPercent(usd('3'))).to.equal('33.3');
    expect(usd('2').toPercent(usd('3'), 4)).to.equal('66.6667');
    expect(usd('-1').toPercent(usd('8'), 0)).to.equal('-13');
    expect(usd('1').toPercent(usd('0.0000'))).to.equal(undefined);
  });

  it('converts from and to the money object of the API', () => {
    const money = Money.parse({ amount: '0.0420', currency: 'EUR' });
    expect(JSON.stringify(money)).to.equal('{"amount":"0.042","currency":"EUR"}');
    expect(JSON.stringify(Money.parse('1.50'))).to.equal('"1.5"');
  });

  it('refuses to mix currencies', () => {
    const eur = Money.parse('1', 'EUR');
    expect(() => usd('1').plus(eur)).to.throw(RangeError, 'USD and EUR');
    expect(() => usd('1').compare(eur)).to.throw(RangeError);
    expect(text(Money.parse('1').plus(eur))).to.equal('2');
  });

  it('rejects invalid decimal numbers', () => {
    for (const wrong of ['', '1e3', '1.', '.5', '1,5', 'NaN', ' 1', '--1']) {
      expect(() => Money.parse(wrong), wrong).to.throw(RangeError, 'not a decimal number');
    }
  });
});
