import { expect } from 'chai';
import { fitTable } from '../src/costs/fit-table.ts';

const isText = [true, true, false];
const lines = [
  ['NAME', 'CLUSTER', 'HOURLY'],
  ['a-rather-long-name', 'production', '12.3400'],
  ['b', 'lab', '0.1000'],
];

describe('a table of costs', () => {
  it('has text on the left and numbers on the right', () => {
    expect(fitTable(lines, isText)).to.eql([
      'NAME                CLUSTER      HOURLY',
      'a-rather-long-name  production  12.3400',
      'b                   lab          0.1000',
    ]);
  });

  it('cuts the widest names where the terminal is narrower, and never a number', () => {
    expect(fitTable(lines, isText, 30)).to.eql([
      'NAME       CLUSTER      HOURLY',
      'a-rather…  production  12.3400',
      'b          lab          0.1000',
    ]);
  });

  it('keeps eight characters of a name, however narrow the terminal is', () => {
    expect(fitTable(lines, isText, 10)[1]).to.equal('a-rathe…  product…  12.3400');
  });
});
