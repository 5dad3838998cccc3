import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPeakMib } from '../memory.ts';

const sampleEveryMs = 10;

/** A process that ended well. */
export interface Run {
  readonly ms: number;
  /** The largest resident memory that it was seen to have. */
  readonly peakMib: number;
}

/** Runs a script in a process of its own to its end. */
export async function runToEnd(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2_000)));
  const ended = once(child, 'close').then(() => performance.now() - startedAt);
  let peakMib = 0;
  while (child.exitCode === null && child.signalCode === null) {
    // The last of a process cannot be read any more.
    const seen = await readPeakMib(child.pid ?? 0).catch(() => 0);
    peakMib = Math.max(peakMib, seen);
    await sleep(sampleEveryMs);
  }
  const ms = await ended;
  if (child.exitCode !== 0) throw new Error(`${script} failed: ${errors.trim()}`);
  return { ms, peakMib };
}
