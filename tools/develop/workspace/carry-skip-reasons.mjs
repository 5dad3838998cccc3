import Mocha from 'mocha';
import { skipReason } from './summary-reporter.mjs';

const { serialize } = Mocha.Test.prototype;

/** Lets the reason why a test was skipped reach the reporter from the process that skipped it. */
Mocha.Test.prototype.serialize = function () {
  return { ...serialize.call(this), skipReason: skipReason(this) };
};
