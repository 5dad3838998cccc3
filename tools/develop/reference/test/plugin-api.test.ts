import { expect } from 'chai';
import { readApi } from '../src/plugins/read-api.ts';

describe('the reference of the plugin API', () => {
  it('says what every export means', () => {
    const exported = ['index', 'schema', 'listing'].flatMap(readApi);
    expect(exported.length).to.be.above(100);
    expect(exported.filter(({ docs }) => docs === '').map(({ name }) => name)).to.eql([]);
  });
});
