import { join } from 'node:path';
import { prepareWorkspace } from './prepare-workspace.mjs';
import { root } from './repository.mjs';
import { runPinnedNode } from './run-pinned-node.mjs';

await prepareWorkspace();
process.exitCode = await runPinnedNode([
  join(root, 'tools/develop/bench/dist/main.js'),
  ...process.argv.slice(2),
]);
