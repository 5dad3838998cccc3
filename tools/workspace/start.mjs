import { join } from 'node:path';
import { prepareWorkspace } from './prepare-workspace.mjs';
import { root } from './repository.mjs';
import { runPinnedNode } from './run-pinned-node.mjs';

// npm that is killed outright leaves this process behind; started by hand it may outlive a shell.
if (process.env.npm_lifecycle_event) await import('./stop-with-parent.mjs');

await prepareWorkspace({ next: 'Starting' });
process.exitCode = await runPinnedNode([
  join(root, 'tools/cli/bin/costplane.js'),
  'start',
  ...process.argv.slice(2),
]);
