import { expect } from 'chai';
import { describeViolations, type Violation } from './violation.ts';

/** Fails with a line for each check that something does not keep. */
export function expectNone(violations: Iterable<Violation>): void {
  expect(describeViolations([...violations])).to.equal('');
}
