import { spawnSync } from 'node:child_process';

const mostBytes = 64 * 1024 * 1024;

/** Runs a command to its end; `failure` is what it said, if it failed. */
export function run(command, args, { timeoutMs = 120_000, ...options } = {}) {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    ...{
      encoding: 'utf8',
      timeout: timeoutMs,
      maxBuffer: mostBytes,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
    ...options,
  });
  if (error) return { stdout: '', failure: `${command}: ${error.message}` };
  if (status !== 0)
    return { stdout, failure: `${stdout}${stderr}` || `${command} ended with ${status}` };
  return { stdout, failure: undefined };
}

export const isThere = (command, args = ['--version']) => !run(command, args).failure;
