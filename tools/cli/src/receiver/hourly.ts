import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Commands that run every hour beside the receiver, each in a process of its own: what they need of
 * time and memory is not the receiver's, and neither are their failures.
 */
export const hourlyCommands: readonly (readonly string[])[] = [];

const hourMs = 3_600_000;

export interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Hourly {
  /** Ends what runs, and starts nothing more. */
  stop(): Promise<void>;
}

/** Runs commands of `costplane` one after the other, at every full hour. */
export function runHourly(
  commands: readonly (readonly string[])[],
  log: Log,
  everyMs = hourMs,
): Hourly {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    timer = setTimeout(
      () => {
        running = runAll(commands, stopping.signal, log).finally(() => {
          if (!stopping.signal.aborted) schedule();
        });
      },
      everyMs - (Date.now() % everyMs),
    );
  };
  if (commands.length > 0) schedule();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

async function runAll(commands: readonly (readonly string[])[], signal: AbortSignal, log: Log) {
  for (const command of commands) {
    if (signal.aborted) return;
    await run(command, signal, log).catch((error: unknown) => {
      log.error({ command: command.join(' '), err: error }, 'hourly command failed');
    });
  }
}

async function run(command: readonly string[], signal: AbortSignal, log: Log): Promise<void> {
  const begunAt = performance.now();
  const [program = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [...process.execArgv, program, ...command], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = () => child.kill('SIGTERM');
  signal.addEventListener('abort', end, { once: true });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)));
  const [code] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', end);
  const ms = Math.round(performance.now() - begunAt);
  const fields = { command: command.join(' '), code, ms };
  if (code === 0) log.info(fields, 'hourly command ran');
  else if (!signal.aborted) log.error({ ...fields, said }, 'hourly command failed');
}
