import { expect } from 'chai';
import { readApi } from '../src/plugins/read-api.ts';

describe('the reference of the plugin API', () => {
  it('describes every export', () => {
    const exported = ['index', 'schema', 'listing'].flatMap(readApi);
    expect(exported.length).to.be.above(100);
    expect(exported.filter(({ docs }) => docs === '').map(({ name }) => name)).to.eql([]);
  });

  it('describes the members of what every route uses', () => {
    const used = ['ErrorDetail', 'Page', 'PageRequest', 'RequestContext', 'RouteDefinition'];
    const silent = readApi('index')
      .filter(({ name }) => used.includes(name))
      .flatMap(({ name, members }) =>
        members.filter(({ docs }) => docs === '').map((member) => `${name}.${member.name}`),
      );
    expect(silent).to.eql(['RouteDefinition.method', 'RouteDefinition.handler']);
  });
});
