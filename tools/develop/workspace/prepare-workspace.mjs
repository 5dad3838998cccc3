import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from './installation.mjs';
import { isNewer } from './is-newer.mjs';
import { machineEnvironment, pinnedEnvironment, pinnedNode, root } from './repository.mjs';
import { holdLock } from './workspace-lock.mjs';

const lockFolder = join(root, '.nx/costplane-prepare.lock');
const say = (text) => process.stderr.write(`${text}\n`);

/** Runs a command whose output goes to standard error; returns its exit code. */
async function run(command, args, env) {
  const shell = process.platform === 'win32';
  const child = spawn(command, args, { cwd: root, env, shell, stdio: ['ignore', 2, 2] });
  const [code, signal] = await once(child, 'close');
  return code ?? 128 + constants.signals[signal];
}

/** Waits for commands; if any failed, ends this process once none of them writes any more. */
async function finish(...commands) {
  const failed = (await Promise.all(commands)).find((code) => code > 0);
  if (failed !== undefined) process.exit(failed);
}

async function install() {
  say('Installing packages, which takes a minute ...');
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund'];
  return run('npm', ['ci', ...quiet], machineEnvironment({ SCARF_ANALYTICS: 'false' }));
}

/** The projects of what is built: the tsconfig.lib.json of every package that has one. */
export function builtProjects() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return workspaces
    .flatMap((pattern) => {
      if (!pattern.endsWith('/*')) return [pattern];
      const parent = pattern.slice(0, -2);
      return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
    })
    .map((folder) => `${folder}/tsconfig.lib.json`)
    .filter((file) => existsSync(join(root, file)));
}

/** One compiler for all packages, which reads what they share once; it knows what is current. */
async function build() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return run(pinnedNode, [tsc, '-b', ...builtProjects()], pinnedEnvironment());
}

/** The console's page, which Vite makes of its own sources and the client's. */
async function buildPage() {
  const sources = ['plugins/console/web', 'tools/client/src', 'package-lock.json'];
  if (!isNewer(sources, 'plugins/console/dist/web/index.html')) return 0;
  return run(pinnedNode, [join(root, 'plugins/console/web/build.mjs')], pinnedEnvironment());
}

/** The dependencies that the command loads as one file each; does nothing for those that it has. */
async function bundleDependencies() {
  return run(pinnedNode, [join(root, 'tools/operate/cli/bundle.mjs')], pinnedEnvironment());
}

/**
 * Installs and builds what is missing or older than its sources. What that prints goes to standard
 * error. A failure ends the process.
 */
export async function prepareWorkspace() {
  const release = await holdLock(lockFolder, () =>
    say('Waiting for another run that installs or builds ...'),
  );
  process.once('exit', release);
  if (!isInstalled(root)) await finish(install());
  // None reads what another writes.
  await finish(build(), buildPage(), bundleDependencies());
  process.off('exit', release);
  release();
}
