import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Commands that the receiver runs every hour, each in its own process, so that their memory, CPU
 * time and failures do not affect it.
 */
export const hourlyCommands: readonly (readonly string[])[] = [['rollup'], ['recommend']];

const hourMs = 3_600_000;
/** Maximum length of a command's output in the log. */
const maxOutputLength = 2_000;
/** Time in which a stopped command must end: its database may not respond. */
const endWithinMs = 5_000;

export interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface HourlyOptions {
  readonly log: Log;
  readonly everyMs?: number;
  /** The file that Node.js runs, and the options of this process. */
  readonly program?: readonly string[];
}

export interface Hourly {
  /** Stops the running command, and starts no more. */
  stop(): Promise<void>;
}

/** Runs `costplane` commands one after the other, at every full hour. */
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

/** Runs a command until it exits. */
async function findFailure({ program, command }: Command, signal: AbortSignal) {
  const child: ChildProcess = spawn(process.execPath, [...program, ...command], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Comes first: a process that cannot be started only emits an error.
  const closed = once(child, 'close');
  let killing: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill('SIGTERM');
    killing = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
  };
  signal.addEventListener('abort', end, { once: true });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-maxOutputLength);
  });
  try {
    const [code] = (await closed) as [number | null];
    return code === 0 ? undefined : { code, said: said.trim() };
  } finally {
    signal.removeEventListener('abort', end);
    clearTimeout(killing);
  }
}
