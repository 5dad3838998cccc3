import { parseArgs } from 'node:util';

/** Where the tests of all packages are. */
export const allTests = [
  '{kernel,plugins/*,tools/*}/{src,test}/**/*.test.{ts,mjs}',
  'e2e/**/*.test.ts',
];

const withValue = { type: 'string' };
const severalValues = { type: 'string', multiple: true };
const options = {
  config: withValue,
  fgrep: { ...withValue, short: 'f' },
  grep: { ...withValue, short: 'g' },
  jobs: { ...withValue, short: 'j' },
  reporter: { ...withValue, short: 'R' },
  retries: withValue,
  slow: { ...withValue, short: 's' },
  timeout: { ...withValue, short: 't' },
  ui: { ...withValue, short: 'u' },
  exclude: severalValues,
  file: severalValues,
  ignore: severalValues,
  require: { ...severalValues, short: 'r' },
  spec: severalValues,
};

/** The arguments of mocha for `npm test -- ...`: every test, unless some were named. */
export function testArguments(args) {
  const { positionals, values } = parseArgs({
    args,
    options,
    strict: false,
    allowPositionals: true,
  });
  const named = positionals.length > 0 || values.spec !== undefined;
  return named ? args : [...args, ...allTests];
}
