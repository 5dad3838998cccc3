import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/**
 * Has npm link the new package and add it to the lock file. Nothing is downloaded, since the kernel has the
 * same dependencies. npm runs on the Node.js of the machine, because the pinned one is an installed package.
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
    'npm install failed: the files are written, but the package is neither linked nor in ' +
      'package-lock.json; run npm install again.',
  );
}
