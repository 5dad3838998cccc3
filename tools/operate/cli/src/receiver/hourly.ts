import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Commands that run every hour beside the receiver, each in a process of its own: what they need of
 * time and memory is not the receiver's, and neither are their failures.
 */
export const hourlyCommands: readonly (readonly string[])[] = [['rollup'], ['recommend']];

const hourMs = 3_600_000;
/** How much of what a command says is kept for the log. */
const mostSaid = 2_000;
/** How long one that is told to end may take: its database may be silent. */
const endWithinMs = 5_000;

export interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface HourlyOptions {
  readonly log: Log;
  readonly everyMs?: number;
  /** The file that Node runs, and its options: those of this process. */
  readonly program?: readonly string[];
}

export interface Hourly {
  /** Ends what runs, and starts nothing more. */
  stop(): Promise<void>;
}

/** Runs commands of `costplane` one after the other, at every full hour. */
export function runHourly(
  commands: readonly (readonly string[])[],
  { log, everyMs = hourMs, program = [...process.execArgv, process.argv[1] ?? ''] }: HourlyOptions,
): Hourly {
  const stopping = new AbortController();
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const runAll = async () => {
    for (const command of commands) {
      if (!stopping.signal.aborted) await run({ program, command }, stopping.signal, log);
    }
    if (!stopping.signal.aborted) schedule();
  };
  const schedule = () => {
    const begin = () => {
      running = runAll();
    };
    timer = setTimeout(begin, everyMs - (Date.now() % everyMs));
  };
  schedule();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

interface Command {
  readonly program: readonly string[];
  readonly command: readonly string[];
}

async function run(command: Command, signal: AbortSignal, log: Log): Promise<void> {
  const begunAt = performance.now();
  const failure = await findFailure(command, signal).catch((error: unknown) => ({
    said: String(error),
  }));
  const ms = Math.round(performance.now() - begunAt);
  const fields = { command: command.command.join(' '), ...failure, ms };
  if (!failure) log.info(fields, 'hourly command ran');
  else if (!signal.aborted) log.error(fields, 'hourly command failed');
}

/** Runs a command to its end. */
async function findFailure({ program, command }: Command, signal: AbortSignal) {
  const child: ChildProcess = spawn(process.execPath, [...program, ...command], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // First of all: one that cannot be started has no more than its error.
  const closed = once(child, 'close');
  let killing: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill('SIGTERM');
    killing = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
  };
  signal.addEventListener('abort', end, { once: true });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-mostSaid);
  });
  try {
    const [code] = (await closed) as [number | null];
    return code === 0 ? undefined : { code, said: said.trim() };
  } finally {
    signal.removeEventListener('abort', end);
    clearTimeout(killing);
  }
}
