import { expect } from 'chai';
import Mocha from 'mocha';
import { skippedLines, summaryLine } from '../summary-reporter.mjs';

function suiteOfTests(...titles) {
  const suite = Mocha.Suite.create(new Mocha().suite, 'docs page');
  for (const title of titles) suite.addTest(new Mocha.Test(title, () => {}));
  return suite;
}

describe('summary of a test run', () => {
  it('counts passed and failed tests', () => {
    expect(summaryLine({ passes: 12, failures: 1, pending: 0 })).to.equal('12 passed, 1 failed');
  });

  it('counts skipped tests when there are any', () => {
    expect(summaryLine({ passes: 12, failures: 0, pending: 2 })).to.equal(
      '12 passed, 0 failed, 2 skipped',
    );
  });

  it('lists skipped tests by reason', () => {
    const { tests } = suiteOfTests('opens', 'prints', 'searches');
    tests[0].skipReason = 'no Chromium';
    tests[2].skipReason = 'no Chromium';
    expect(skippedLines(tests)).to.deep.equal([
      'Skipped 2 (no Chromium): docs page opens; docs page searches',
      'Skipped 1 (no reason given): docs page prints',
    ]);
  });

  it('takes the reason of a hook that skipped the suite', () => {
    const suite = suiteOfTests('opens');
    suite.beforeAll(() => {});
    suite._beforeAll[0].skipReason = 'no Redis';
    expect(skippedLines(suite.tests)).to.deep.equal(['Skipped 1 (no Redis): docs page opens']);
  });
});
