import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { meterProcess } from './meter.ts';

const startsWithinMs = 30_000;

/** A server in a process of its own, that answers 200 at a path once it is ready. */
export interface ChildServer {
  readonly pid: number;
  readonly url: string;
  /** From the spawn to the first 200. */
  readonly bootMs: number;
  /** Waits until it answers 200 again, after the database was restarted. */
  waitUntilReady(): Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a server and waits for its first 200 at `readyUrl`. */
export async function startServer(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { url, readyUrl }: { readonly url: string; readonly readyUrl: string },
): Promise<ChildServer> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  meterProcess(child, once(child, 'exit'));
  // A scenario that fails while it is prepared stops nothing.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2_000);
  });
  const waitUntilReady = async () => {
    const waitsFrom = performance.now();
    while (!(await answers(readyUrl))) {
      if (child.exitCode !== null || performance.now() - waitsFrom > startsWithinMs) {
        child.kill('SIGKILL');
        throw new Error(`${script} did not start: ${errors.trim()}`);
      }
      await sleep(2);
    }
  };
  await waitUntilReady();
  return {
    // It runs, so it has one.
    pid: child.pid ?? 0,
    url,
    bootMs: performance.now() - startedAt,
    waitUntilReady,
    stop: () => stop(child),
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
