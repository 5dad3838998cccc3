import { expect } from 'chai';
import { findMostUnused } from '../web/views/recommendations/unused.ts';

const row = (name: string, requested: number, used?: number) => ({
  name,
  memoryGibHoursRequested: requested,
  ...(used !== undefined && { memoryGibHoursUsed: used }),
});
const names = (found: readonly { readonly row: { readonly name: string } }[]) =>
  found.map((each) => each.row.name);

describe('console: unused requests', () => {
  it('sorts by unused requests, without unmeasured rows and rows that use more', () => {
    const rows = [row('busy', 90, 80), row('new', 50), row('calm', 40, 5), row('tight', 10, 20)];
    const { found } = findMostUnused(rows, 'memory', { count: 3, isAll: true });
    expect(names(found)).to.eql(['calm', 'busy']);
    expect(found[0]?.unused).to.equal(35);
  });

  it('are known to be the largest if no other row could have more unused', () => {
    const rows = [row('a', 90, 10), row('b', 60, 20), row('c', 30, 29)];
    const first = findMostUnused(rows, 'memory', { count: 2, isAll: false });
    expect(names(first.found)).to.eql(['a', 'b']);
    expect(first.areFirst).to.equal(true);
    expect(findMostUnused(rows, 'memory', { count: 3, isAll: false }).areFirst).to.equal(false);
    expect(findMostUnused(rows, 'memory', { count: 3, isAll: true }).areFirst).to.equal(true);
    expect(findMostUnused(rows, 'memory', { count: 4, isAll: false }).areFirst).to.equal(false);
  });
});
