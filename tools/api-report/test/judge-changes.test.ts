import { expect } from 'chai';
import { judgeChanges } from '../src/judge-changes.ts';
import { whyNotRecorded } from '../src/record-release.ts';
import { type ReleasedApi } from '../src/released-api.ts';

const released: ReleasedApi = {
  version: '1.2.0',
  runtimeExports: { index: ['greet'], schema: [] },
  rollups: {
    index: 'export declare function greet(name: string): string;\n',
    schema: 'export declare type Name = string;\n',
  },
};

const changed = (version: string, index: string, names = ['greet']): ReleasedApi => ({
  version,
  runtimeExports: { index: names, schema: [] },
  rollups: { ...released.rollups, index },
});

const wider = 'export declare function greet(name?: string): string;\n';
const narrower = 'export declare function greet(name: "Ada"): string;\n';

describe('the judgement of a change', () => {
  it('says of a breaking one where it is, what was, what is, and how to mend it', () => {
    const { breaking, isAnnounced } = judgeChanges(released, changed('1.2.0', narrower), 1);
    expect(isAnnounced).to.equal(false);
    expect(breaking).to.eql([
      '@costplane/kernel: greet(name): was `string`, is `"Ada"`: plugins give what is no longer ' +
        'accepted: string is not "Ada"; restore what kernel 1.2.0 had, or plan a new major ' +
        'version: npx nx release plan major --projects=@costplane/kernel',
    ]);
  });

  it('accepts what adds to the API', () => {
    expect(judgeChanges(released, changed('1.2.0', wider), 1).breaking).to.eql([]);
  });

  it('finds an export that is left in the types alone', () => {
    const { breaking } = judgeChanges(released, changed('1.2.0', wider, []), 1);
    expect(breaking).to.have.length(1);
    expect(breaking[0]).to.match(/^@costplane\/kernel: greet: was .* is `in the types alone`/);
  });

  it('finds an entry point that is gone', () => {
    const { index = '' } = released.rollups;
    const current = { ...released, rollups: { index }, runtimeExports: { index: ['greet'] } };
    const { breaking } = judgeChanges(released, current, 1);
    expect(breaking).to.have.length(1);
    expect(breaking[0]).to.match(/^@costplane\/kernel\/schema: the entry point is gone; restore/);
  });

  it('lets a higher major version break plugins, and still says how it does', () => {
    const { breaking, isAnnounced } = judgeChanges(released, changed('2.0.0', narrower), 2);
    expect(isAnnounced).to.equal(true);
    expect(breaking).to.have.length(1);
  });
});

describe('the API of a release is recorded', () => {
  it('where none was before', () => {
    expect(whyNotRecorded(undefined, released, 1)).to.eql([]);
  });

  it('for a later version that plugins can do with', () => {
    expect(whyNotRecorded(released, changed('1.3.0', wider), 1)).to.eql([]);
  });

  it('not for a later version of the same major that breaks plugins', () => {
    const [reason, ...more] = whyNotRecorded(released, changed('1.3.0', narrower), 1);
    expect(more).to.eql([]);
    expect(reason).to.match(/^@costplane\/kernel: greet\(name\): was/);
  });

  it('for a new major version that breaks plugins', () => {
    expect(whyNotRecorded(released, changed('2.0.0', narrower), 2)).to.eql([]);
  });

  it('not twice for one version', () => {
    expect(whyNotRecorded(released, changed('1.2.0', wider), 1)).to.have.length(1);
  });
});
