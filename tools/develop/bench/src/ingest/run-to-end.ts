import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { meterProcess } from '../meter.ts';

/** Runs a script in a process of its own to its end, in milliseconds. */
export async function runToEnd(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = once(child, 'close');
  meterProcess(child, closed);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2_000)));
  const [code] = (await closed) as [number | null];
  if (code !== 0) throw new Error(`${script} failed: ${errors.trim()}`);
  return performance.now() - startedAt;
}
