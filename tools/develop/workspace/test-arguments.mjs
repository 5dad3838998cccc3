import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/**
 * Where the tests of all packages are, the longest files first: a run that shares files among
 * processes ends when the last file does, and a long one would keep the other cores waiting.
 */
export const allTests = [
  'e2e/**/*.test.ts',
  '{tools/develop/generators,tools/operate/cli,plugins/explorer}/{src,test}/**/*.test.{ts,mjs}',
  'tools/{data-plane/*,operate/!(cli),develop/!(generators)}/{src,test}/**/*.test.{ts,mjs}',
  '{kernel/*,plugins/!(explorer),tools/client}/{src,test}/**/*.test.{ts,mjs}',
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

/**
 * The arguments of mocha for `npm test -- ...`: every test, unless some were named. All of them run
 * file by file in four processes, since many tests wait, unless there is a single core or `--jobs` or
 * `--no-parallel` says otherwise.
 */
export function testArguments(args, cores = availableParallelism()) {
  const { positionals, values } = parseArgs({
    args,
    options,
    strict: false,
    allowPositionals: true,
  });
  const named = positionals.length > 0 || values.spec !== undefined;
  if (named) return args;
  const sideBySide = ['--parallel', '--jobs', '4'];
  const isDecided = ['jobs', 'parallel', 'no-parallel'].some((option) => option in values);
  return [...(isDecided || cores < 2 ? [] : sideBySide), ...args, ...allTests];
}
