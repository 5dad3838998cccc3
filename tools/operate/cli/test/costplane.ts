import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The command as it is built, which is what users run. */
export const entry = join(import.meta.dirname, '../bin/costplane.js');

/** Variables that would lead a command elsewhere than its test says. */
const ours = /^(COSTPLANE_|DATABASE_URL$|REDIS_URL$|PORT$|HOST$|MANAGEMENT_PORT$|LOG_LEVEL$|PG)/;
export const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !ours.test(name)),
);

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Standard output, which is one JSON document. */
  json: () => unknown;
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  folder?: string;
  input?: string | Uint8Array;
  /** Whether all three streams are a terminal, as which util-linux's `script` shows one on stdout. */
  onTerminal?: boolean;
}

export interface Running {
  child: ChildProcess;
  outcome: Promise<Outcome>;
}

/** Begins a `costplane` command on free ports, in a folder of its own. */
export function begin(
  args: readonly string[],
  { env, folder, input, onTerminal = false }: RunOptions = {},
): Running {
  const command = [process.execPath, entry, ...args] as const;
  const [program, ...rest] = onTerminal
    ? (['script', '-qec', command.join(' '), '/dev/null'] as const)
    : command;
  const child = spawn(program, rest, {
    cwd: folder ?? tmpdir(),
    env: { ...inherited, PORT: '0', MANAGEMENT_PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const outcome = Promise.all([code, text(child.stdout), text(child.stderr)]).then(
    ([exitCode, stdout, stderr]): Outcome => ({
      code: exitCode,
      stdout,
      stderr,
      json: () => JSON.parse(stdout) as unknown,
    }),
  );
  return { child, outcome };
}

/** Runs a `costplane` command to its end. */
export function costplane(args: readonly string[], options?: RunOptions): Promise<Outcome> {
  return begin(args, options).outcome;
}

export interface Ready {
  url: string;
  metrics_url: string;
  /** Of `start` alone. */
  key: string;
  organization: { name: string };
}

/** What a long-running command with `--json` prints when it is ready. */
export async function readyDocument({ child, outcome }: Running): Promise<Ready> {
  let stdout = '';
  const ready = new Promise<Ready>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.endsWith('}\n')) resolve(JSON.parse(stdout) as Ready);
    });
  });
  const over = outcome.then(({ stderr }) => {
    throw new Error(`It ended before it was ready: ${stderr}`);
  });
  return Promise.race([ready, over]);
}

export async function stop(
  { child, outcome }: Running,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<Outcome> {
  child.kill(signal);
  return outcome;
}

/** A folder that is removed when its user is done with it. */
export async function makeFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'costplane-cli-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
