import { expect } from 'chai';
import { fitTable, isReadable } from '../src/costs/fit-table.ts';

const cuts = ['end', 'end', undefined] as const;
const lines = [
  ['NAME', 'CLUSTER', 'HOURLY'],
  ['a-rather-long-name', 'production', '12.3400'],
  ['b', 'lab', '0.1000'],
];

describe('a table of costs', () => {
  it('has text on the left and numbers on the right', () => {
    expect(fitTable(lines, cuts)).to.eql([
      'NAME                CLUSTER      HOURLY',
      'a-rather-long-name  production  12.3400',
      'b                   lab          0.1000',
    ]);
  });

  it('truncates the widest names on a narrow terminal, and never a number', () => {
    expect(fitTable(lines, cuts, 30)).to.eql([
      'NAME       CLUSTER      HOURLY',
      'a-rather…  production  12.3400',
      'b          lab          0.1000',
    ]);
  });

  it('keeps eight characters of a name, however narrow the terminal is', () => {
    expect(fitTable(lines, cuts, 10)[1]).to.equal('a-rathe…  product…  12.3400');
  });

  it('may have more rows than a call can have arguments', () => {
    const many = Array.from({ length: 200_000 }, () => lines[2]!);
    expect(fitTable(many, cuts)).to.have.length(200_000);
  });

  it('keeps both ends of names that differ at the end', () => {
    const pods = [['POD'], ['language-gpu-server-7d9f-x2k9p'], ['language-gpu-server-7d9f-b5m2q']];
    expect(fitTable(pods, ['middle'], 13)).to.eql(['POD', 'langua…-x2k9p', 'langua…-b5m2q']);
  });

  it('is readable as long as names keep twelve characters', () => {
    expect(isReadable(lines, cuts, 33)).to.equal(true);
    expect(isReadable(lines, cuts, 32)).to.equal(false);
  });
});
