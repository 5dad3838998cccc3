import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pinnedEnvironment, pinnedNode, root } from './repository.mjs';

const stopWithParent = new URL('./stop-with-parent.mjs', import.meta.url).href;
const hasTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);

/**
 * Runs a program of the workspace on the pinned Node.js in place of this process: same standard
 * streams, signals passed on, its exit code returned. Waits until the program has ended.
 */
export function runPinnedNode(args, { ipc = false, onMessage = () => {} } = {}) {
  const child = spawn(pinnedNode, ['--import', stopWithParent, ...args], {
    cwd: root,
    env: pinnedEnvironment(),
    stdio: ipc ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  });
  child.on('message', onMessage);

  const passedOn = new Set();
  const passOn = (signal) => {
    if (passedOn.has(signal)) return;
    passedOn.add(signal);
    child.kill(signal);
  };
  // Ctrl-C on a terminal reaches the whole process group: the program has it already, and npm
  // sends it here once more.
  process.on('SIGINT', () => hasTerminal || passOn('SIGINT'));
  process.on('SIGTERM', () => passOn('SIGTERM'));
  process.on('SIGHUP', () => passOn('SIGHUP'));

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
