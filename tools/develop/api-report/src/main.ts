import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { extractApis } from './extract-api.ts';
import { forgottenExports } from './forgotten-exports.ts';
import { apiFolder, kernelFolder, readEntryPoints, repository } from './kernel-package.ts';
import { writeReports } from './reports.ts';

const say = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);
const fail = (lines: readonly string[]): never => {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
};

/** Anew: in a build of what has changed, the members of a union may come in another order. */
function buildKernel() {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-b', '--force', kernelFolder], {
    stdio: 'inherit',
  });
  if (status !== 0) fail(['The kernel does not build: fix what is reported above']);
}

if (process.argv.length > 2) fail(['Usage: npm run api']);
buildKernel();
const apis = extractApis(readEntryPoints());
const problems = [...apis.flatMap((api) => api.problems), ...forgottenExports(apis)];
if (problems.length > 0) fail(problems);
const written = writeReports(apis, apiFolder).map((file) =>
  relative(repository, join(apiFolder, file)),
);
say(
  written.length > 0
    ? written.map((file) => `${file}: updated`)
    : ['kernel/plugin-api/api is up to date'],
);
