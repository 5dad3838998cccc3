import { join } from 'node:path';
import { prepareWorkspace } from './prepare-workspace.mjs';
import { root } from './repository.mjs';
import { runPinnedNode } from './run-pinned-node.mjs';
import { testArguments } from './test-arguments.mjs';

await prepareWorkspace();

// What tests start checks every response.
process.env.RESPONSE_CHECK_EVERY = '1';

let isSummarized = false;
process.exitCode = await runPinnedNode(
  [
    '--conditions=@costplane/source',
    join(root, 'node_modules/mocha/bin/mocha.js'),
    '--fail-zero',
    '--exit',
    ...(process.env.CI ? ['--forbid-only'] : []),
    ...testArguments(process.argv.slice(2)),
  ],
  { ipc: true, onMessage: () => (isSummarized = true) },
);
// A test file that cannot be loaded ends mocha before its reporter exists.
if (!isSummarized) process.stdout.write('\n0 passed, 1 failed\n');
