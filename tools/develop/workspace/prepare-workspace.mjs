import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { forgetBuild, readBuildState, recordBuild } from './build-state.mjs';
import { forgetInstallation, isInstalled, recordInstallation } from './installation.mjs';
import { machineEnvironment, pinnedEnvironment, root } from './repository.mjs';
import { StepFailure, runStep } from './run-step.mjs';
import { holdLock } from './workspace-lock.mjs';

const withoutNxBackground = { NX_DAEMON: 'false', NX_TUI: 'false' };
const lockFolder = join(root, '.nx/costplane-prepare.lock');

async function install(show) {
  if (isInstalled(root)) return;
  const isFirst = !existsSync(join(root, 'node_modules/.package-lock.json'));
  forgetInstallation(root);
  await runStep({
    label: show.label(1, `Installing packages (${isFirst ? 'first time only' : 'they changed'})`),
    command: 'npm',
    args: ['ci', '--loglevel=error', '--no-audit', '--no-fund'],
    cwd: root,
    env: machineEnvironment({ ...withoutNxBackground, SCARF_ANALYTICS: 'false' }),
    quiet: show.quiet,
    remedy: 'Check the network and the registry (npm config get registry), then run it again.',
  });
  recordInstallation(root);
}

async function build(show, always) {
  const { inputs, isBuilt } = readBuildState(root);
  if (isBuilt && !always) return;
  forgetBuild(root);
  await runStep({
    label: show.label(2, 'Building'),
    command: 'nx',
    args: ['run-many', '-t', 'build'],
    cwd: root,
    env: pinnedEnvironment(withoutNxBackground),
    quiet: show.quiet,
    remedy: 'Fix what the build reports above, then run it again.',
  });
  recordBuild(root, inputs);
}

function explain(error) {
  if (!(error instanceof StepFailure)) return `Could not prepare the workspace: ${error.message}`;
  return [...error.tail, '', error.message].join('\n');
}

/**
 * Installs and builds what is missing or older than its sources; does nothing when both are
 * current. Progress goes to standard error, `quiet` shows none. `next` names what follows and is
 * shown when there was something to wait for. `rebuild` builds in any case. A failure ends the
 * process with the end of the output and one line that says what to do.
 */
export async function prepareWorkspace({ quiet = false, next, rebuild = false } = {}) {
  const steps = next ? 3 : 2;
  const show = { quiet, label: (step, text) => `[${step}/${steps}] ${text}` };
  const isCurrent = () => isInstalled(root) && readBuildState(root).isBuilt;
  if (!rebuild && isCurrent()) return;

  let release;
  try {
    release = await holdLock(
      lockFolder,
      () => quiet || process.stderr.write('Waiting for another run that installs or builds ...\n'),
    );
    await install(show);
    await build(show, rebuild);
  } catch (error) {
    release?.();
    if (!error.signal) process.stderr.write(`${explain(error)}\n`);
    process.exit(error.signal ? 128 + constants.signals[error.signal] : 1);
  }
  release();
  if (next && !quiet) process.stderr.write(`[3/3] ${next} ...\n`);
}
