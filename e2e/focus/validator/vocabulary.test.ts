import { expect } from 'chai';
import {
  applicableColumns,
  focusColumns,
  inapplicableColumns,
} from '../../support/focus/vocabulary/columns.ts';
import { nationalCurrencies } from '../../support/focus/vocabulary/currencies.ts';
import {
  categoryOfSubcategory,
  serviceCategories,
} from '../../support/focus/vocabulary/service-categories.ts';
import { isUnit } from '../../support/focus/vocabulary/units.ts';

describe('the vocabulary of FOCUS 1.4', () => {
  it('has 65 columns, by level and type as the specification counts them', () => {
    const count = (value: string) =>
      focusColumns.filter((column) => Object.values(column).includes(value)).length;
    expect(focusColumns).to.have.length(65);
    expect(['Mandatory', 'Conditional', 'Recommended'].map(count)).to.eql([21, 40, 4]);
    expect(['STRING', 'DECIMAL', 'JSON', 'DATETIME'].map(count)).to.eql([43, 12, 6, 4]);
    const ids = focusColumns.map(({ id }) => id);
    expect(ids).to.eql([...new Set(ids)].sort());
  });
  it('has 44 columns that apply to an internal provider', () => {
    expect([applicableColumns.length, inapplicableColumns.size]).to.eql([44, 21]);
  });
  it('has 19 categories with 82 subcategories', () => {
    expect([serviceCategories.length, categoryOfSubcategory.size]).to.eql([19, 82]);
  });
  it('has currencies of three letters', () => {
    expect(nationalCurrencies.size).to.be.greaterThan(150);
    for (const code of nationalCurrencies) expect(code).to.match(/^[A-Z]{3}$/);
  });
  it('has units in five shapes', () => {
    const good = ['Hours', 'GB', 'Requests', 'GiB-Hours', 'Core-Hours', 'GPU-Hours', 'GB/Hour'];
    const more = ['Core-Hours/Day', 'Units/3 Months', '1000 Tokens', 'Days', 'b', 'EiB'];
    expect([...good, ...more].filter((unit) => !isUnit(unit))).to.eql([]);
    const bad = ['', 'Hour', 'hours', 'gb', 'ZB', 'GiB-Hour', 'Cores-Hours/Days', 'GB/Hours'];
    const worse = ['0 Tokens', '1000 Token', 'GB/3 Month', 'A-B-Cs', 'GiB/Request', 'Hours-GiBs'];
    expect([...bad, ...worse].filter(isUnit)).to.eql([]);
  });
});
