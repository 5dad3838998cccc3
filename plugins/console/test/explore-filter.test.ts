import { expect } from 'chai';
import { filterByOwner } from '../web/parts/explore-filter.ts';

describe('console: links to the explorer', () => {
  it('keep the name of a team that contains a comma', () => {
    const values = filterByOwner('team', ['Web, Mobile', 'Payments']).map((each) => each.values);
    expect(values).to.eql([['Web, Mobile'], ['Payments']]);
  });
});
