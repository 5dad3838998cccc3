import { expect } from 'chai';
import { readApi } from '../src/plugins/read-api.ts';

describe('the reference of the plugin API', () => {
  it('describes every export', () => {
    const exported = ['index', 'schema', 'listing'].flatMap(readApi);
    expect(exported.length).to.be.above(100);
    expect(exported.filter(({ docs }) => docs === '').map(({ name }) => name)).to.eql([]);
  });
});
