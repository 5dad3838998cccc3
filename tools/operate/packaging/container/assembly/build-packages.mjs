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
  const pages = [...plugins.values()].map(({ folder }) => join(folder, 'web/build.mjs'));
  for (const page of pages.filter((file) => existsSync(join(repository, file)))) {
    await run(process.execPath, [page], {
      cwd: repository,
      what: `building the page of ${page}`,
      remedy: 'fix what Vite reports above',
    });
  }
  await run(process.execPath, ['tools/operate/cli/bundle.mjs'], {
    cwd: repository,
    what: 'bundling dependencies of the command',
    remedy: 'fix what Rolldown reports above',
  });
}
