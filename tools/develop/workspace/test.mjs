import { join } from 'node:path';
import { prepareWorkspace } from './prepare-workspace.mjs';
import { root } from './repository.mjs';
import { runPinnedNode } from './run-pinned-node.mjs';
import { testArguments } from './test-arguments.mjs';

const { arguments: given, isSkipped } = onCitus(process.argv.slice(2));
if (isSkipped) {
  console.log('Skipped the tests on Citus: COSTPLANE_TEST_CITUS_URL is not set');
  process.exit();
}
await prepareWorkspace();

// What tests start checks every response.
process.env.RESPONSE_CHECK_EVERY = '1';

// What one process has compiled, or made of TypeScript, the others load, and those of the next run.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compile');

let isSummarized = false;
process.exitCode = await runPinnedNode(
  [
    '--conditions=@costplane/source',
    join(root, 'node_modules/mocha/bin/mocha.js'),
    '--fail-zero',
    '--exit',
    ...(process.env.CI ? ['--forbid-only'] : []),
    ...testArguments(given),
  ],
  { ipc: true, onMessage: () => (isSummarized = true) },
);

/** With `--citus`, tests run on that coordinator instead of a server of their own, and may take longer. */
function onCitus(args) {
  if (!args.includes('--citus')) return { arguments: args };
  const url = process.env.COSTPLANE_TEST_CITUS_URL;
  process.env.COSTPLANE_TEST_DATABASE_URL = url;
  const others = args.filter((argument) => argument !== '--citus');
  return { arguments: ['--timeout=600000', ...others], isSkipped: !url };
}

// A test file that cannot be loaded ends mocha before its reporter exists.
if (!isSummarized) process.stdout.write('\n0 passed, 1 failed\n');
