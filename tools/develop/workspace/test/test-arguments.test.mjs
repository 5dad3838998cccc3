import { expect } from 'chai';
import { lookupFiles } from 'mocha/lib/cli/lookup-files.js';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../repository.mjs';
import { allTests, testArguments } from '../test-arguments.mjs';

describe('test arguments', () => {
  it('name every test when none is named', () => {
    expect(testArguments([], 1)).to.deep.equal(allTests);
  });

  it('name each test file once', () => {
    const files = allTests.flatMap((pattern) => lookupFiles(join(root, pattern)));
    expect(files.toSorted()).to.deep.equal(
      ['e2e', '{kernel/*,plugins/*,tools/client,tools/*/*}/{src,test}']
        .flatMap((folder) => globSync(`${folder}/**/*.test.{ts,mjs}`, { cwd: root }))
        .filter((file) => !file.includes('node_modules'))
        .map((file) => join(root, file))
        .sort(),
    );
  });

  it('keep every test beside a pattern for titles', () => {
    expect(testArguments(['-g', 'GET /v1/nodes'], 1)).to.deep.equal([
      '-g',
      'GET /v1/nodes',
      ...allTests,
    ]);
    expect(testArguments(['--grep=GET /v1', '--bail'], 1).slice(2)).to.deep.equal(allTests);
  });

  it('share all tests among the cores, unless they say otherwise', () => {
    expect(testArguments([], 2)).to.deep.equal(['--parallel', '--jobs', '4', ...allTests]);
    expect(testArguments([], 64).slice(0, 3)).to.deep.equal(['--parallel', '--jobs', '4']);
    for (const said of [['--no-parallel'], ['--parallel', '--jobs', '3'], ['-j', '1']]) {
      expect(testArguments(said, 2)).to.deep.equal([...said, ...allTests]);
    }
  });

  it('are only the tests that are named', () => {
    const named = ['--bail', 'kernel/test/money.test.ts'];
    expect(testArguments(named)).to.deep.equal(named);
  });
});
