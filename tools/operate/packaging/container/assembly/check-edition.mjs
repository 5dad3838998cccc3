import { join } from 'node:path';
import { run } from './run.mjs';

/** Loads the edition as its service will, so that a plugin that does not fit fails the build. */
export async function checkEdition(out) {
  const command = join(out, 'node_modules/@costplane/cli/bin/costplane.js');
  const config = join(out, 'costplane.config.yaml');
  const output = await run(process.execPath, [command, 'plugin', 'list', '--config', config], {
    cwd: out,
    what: 'loading the edition',
    remedy: 'correct the list of plugins',
  });
  process.stderr.write(output);
}
