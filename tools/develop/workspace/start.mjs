import { join } from 'node:path';
import { prepareWorkspace } from './prepare-workspace.mjs';
import { root } from './repository.mjs';
import { runPinnedNode } from './run-pinned-node.mjs';
import { stopWhenOrphaned } from './stop-when-orphaned.mjs';

// npm runs this below a shell. Started by hand it may outlive its shell, under npm not.
if (process.env.npm_lifecycle_event) stopWhenOrphaned(2);

await prepareWorkspace();
process.exitCode = await runPinnedNode([
  join(root, 'tools/operate/cli/bin/costplane.js'),
  'start',
  ...process.argv.slice(2),
]);
