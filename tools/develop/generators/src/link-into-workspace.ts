import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/**
 * Lets npm link the new package and add it to the lock file. All that it depends on is installed,
 * since the kernel depends on it too, so that nothing is fetched. npm runs on the Node.js of the
 * machine, as in every install here: the pinned one is among the packages.
 */
export function linkIntoWorkspace(root: string): void {
  const pinned = join(root, 'node_modules/.bin');
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== pinned);
  const quietly = ['--loglevel=error', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['install', '--prefer-offline', ...quietly], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path.join(delimiter) },
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  throw new Error(
    'npm install failed, so that the package is not linked and package-lock.json lacks it: ' +
      'the files are written; run npm install again.',
  );
}
