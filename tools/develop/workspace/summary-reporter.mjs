import Mocha from 'mocha';

const noReason = 'no reason given';

function suitesAbove(test) {
  return test.parent ? [test.parent, ...suitesAbove(test.parent)] : [];
}

/**
 * Why a test was skipped: the `skipReason` of the test, or of the hook that skipped its suite.
 * A test sets it with `Object.assign(this.test!, { skipReason: '...' })` before `this.skip()`.
 */
export function skipReason(test) {
  const hooks = suitesAbove(test).flatMap(({ _beforeAll = [], _beforeEach = [] }) =>
    _beforeAll.concat(_beforeEach),
  );
  return [test, ...hooks].find((runnable) => runnable.skipReason)?.skipReason ?? noReason;
}

/** The lines about the skipped tests: one for each reason, with its tests. */
export function skippedLines(tests) {
  const byReason = Map.groupBy(tests, skipReason);
  return [...byReason].map(
    ([reason, skipped]) =>
      `Skipped ${skipped.length} (${reason}): ${skipped.map((test) => test.fullTitle()).join('; ')}`,
  );
}

/** The last line of a test run. */
export function summaryLine({ passes, failures, pending }) {
  return `${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}`;
}

/** mocha's own reporter, closed by the skipped tests and the summary line. */
export default class SummaryReporter extends Mocha.reporters.Spec {
  #skipped = [];

  constructor(runner, options) {
    super(runner, options);
    runner.on(Mocha.Runner.constants.EVENT_TEST_PENDING, (test) => this.#skipped.push(test));
  }

  // mocha calls this after the global teardown, when nothing else is left to print.
  done(failures, finish) {
    // A global setup or teardown that failed is in `failures` alone.
    const stats = { ...this.stats, failures: Math.max(failures, this.stats.failures) };
    const lines = [...skippedLines(this.#skipped), summaryLine(stats)];
    process.stdout.write(`${lines.join('\n')}\n`);
    process.send?.('summarized');
    finish(failures);
  }
}
