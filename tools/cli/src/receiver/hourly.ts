import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Commands that run every hour beside the receiver, each in a process of its own: what they need of
 * time and memory is not the receiver's, and neither are their failures.
 */
export const hourlyCommands: readonly (readonly string[])[] = [['recommend']];

const hourMs = 3_600_000;
/** How much of what a command says is kept for the log. */
const mostSaid = 2_000;

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

async function run(
  { program, command }: Readonly<Record<'program' | 'command', readonly string[]>>,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  const begunAt = performance.now();
  const child = spawn(process.execPath, [...program, ...command], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = () => child.kill('SIGTERM');
  signal.addEventListener('abort', end, { once: true });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-mostSaid);
  });
  const failure = once(child, 'close').then(
    ([code]: unknown[]) => (code === 0 ? undefined : { code, said: said.trim() }),
    (error: unknown) => ({ said: String(error) }),
  );
  const fields = { command: command.join(' '), ...(await failure) };
  signal.removeEventListener('abort', end);
  const ms = Math.round(performance.now() - begunAt);
  if (!('said' in fields)) log.info({ ...fields, ms }, 'hourly command ran');
  else if (!signal.aborted) log.error({ ...fields, ms }, 'hourly command failed');
}
