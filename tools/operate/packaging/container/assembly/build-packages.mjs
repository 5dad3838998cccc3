import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/** Compiles the packages that an image can hold. The packages of the lock file are installed. */
export async function buildPackages(repository, { plugins, always }) {
  const projects = [...always, ...plugins.values()]
    .map(({ folder }) => join(folder, 'tsconfig.lib.json'))
    .filter((project) => existsSync(join(repository, project)));
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '--build', ...projects], {
    cwd: repository,
    what: 'compiling the packages',
    remedy: 'fix what the compiler reports above',
  });
}
