import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { major } from 'semver';
import { type CurrentApi, readCurrentApi } from './current-api.ts';
import { forgottenExports } from './forgotten-exports.ts';
import { apiFolder, kernelFolder, repository } from './kernel-package.ts';
import { judgeChanges } from './judge-changes.ts';
import { comingMajor } from './next-major.ts';
import { whyNotRecorded } from './record-release.ts';
import { readReleasedApi, releasedFolder, writeReleasedApi } from './released-api.ts';
import { writeReports } from './reports.ts';

const usage = `Usage: npm run api              brings the reports in kernel/api up to date
       npm run api -- record    records the API as that of the released version`;

const say = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);
const fail = (lines: readonly string[]): never => {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
};

function buildKernel() {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-b', kernelFolder], { stdio: 'inherit' });
  if (status !== 0) fail(['The kernel does not build: mend what is reported above']);
}

/** Says what breaks plugins, which is a failure unless a major version is on its way. */
function judge({ version, asReleased }: CurrentApi) {
  const released = readReleasedApi();
  if (released === undefined) return;
  const coming = comingMajor(version, repository);
  const { breaking, isAnnounced } = judgeChanges(released, asReleased, coming);
  if (breaking.length === 0) return;
  if (!isAnnounced) fail(breaking);
  say([`Kernel ${coming} breaks plugins that were built for ${released.version}:`, ...breaking]);
}

function record({ version, asReleased }: CurrentApi) {
  const reasons = whyNotRecorded(readReleasedApi(), asReleased, major(version));
  if (reasons.length > 0) fail(reasons);
  writeReleasedApi(asReleased);
  say([`${relative(repository, releasedFolder)}: the API of kernel ${version}`]);
}

const [command, ...rest] = process.argv.slice(2);
if ((command !== undefined && command !== 'record') || rest.length > 0) fail([usage]);
buildKernel();
const current = readCurrentApi();
const problems = [
  ...current.apis.flatMap((api) => api.problems),
  ...forgottenExports(current.apis),
];
if (problems.length > 0) fail(problems);
const written = writeReports(current.apis, apiFolder).map((file) =>
  relative(repository, join(apiFolder, file)),
);
say(written.length > 0 ? written.map((file) => `${file}: updated`) : ['kernel/api is up to date']);
judge(current);
if (command === 'record') record(current);
