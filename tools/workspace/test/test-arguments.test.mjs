import { expect } from 'chai';
import { allTests, testArguments } from '../test-arguments.mjs';

describe('test arguments', () => {
  it('name every test when none is named', () => {
    expect(testArguments([])).to.deep.equal(allTests);
  });

  it('keep every test beside a pattern for titles', () => {
    expect(testArguments(['-g', 'GET /v1/nodes'])).to.deep.equal([
      '-g',
      'GET /v1/nodes',
      ...allTests,
    ]);
    expect(testArguments(['--grep=GET /v1', '--bail']).slice(2)).to.deep.equal(allTests);
  });

  it('are only the tests that are named', () => {
    const named = ['--bail', 'kernel/test/money.test.ts'];
    expect(testArguments(named)).to.deep.equal(named);
  });
});
