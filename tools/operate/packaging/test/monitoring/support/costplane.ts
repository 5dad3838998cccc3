import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { costplaneCommand } from './paths.ts';

const execute = promisify(execFile);
const maxBytes = 64 * 1024 * 1024;

type Environment = Readonly<Record<string, string>>;

/** This process' environment without what would configure a command behind a test's back. */
function environmentWith(own: Environment): NodeJS.ProcessEnv {
  const names = [
    'DATABASE_URL',
    'LEDGER_DATABASE_URL',
    'REDIS_URL',
    'PORT',
    'HOST',
    'NODE_OPTIONS',
  ];
  const kept = Object.entries(process.env).filter(
    ([name]) => !names.includes(name) && !name.startsWith('COSTPLANE_'),
  );
  return { ...Object.fromEntries(kept), LOG_LEVEL: 'error', ...own };
}

/** Runs a command of `costplane` to its end, and returns the document that it prints. */
export async function costplane<T>(args: readonly string[], environment: Environment): Promise<T> {
  const { stdout } = await execute(process.execPath, [costplaneCommand, ...args, '--json'], {
    cwd: import.meta.dirname,
    maxBuffer: maxBytes,
    env: environmentWith(environment),
  });
  return JSON.parse(stdout) as T;
}

export interface Running {
  readonly url: string;
  readonly metrics_url: string;
  stop(): Promise<void>;
}

/** Starts `costplane serve` or `costplane ingest --listen`, and waits until it is ready. */
export async function start(args: readonly string[], environment: Environment): Promise<Running> {
  const child = spawn(process.execPath, [costplaneCommand, ...args, '--json'], {
    cwd: import.meta.dirname,
    env: environmentWith(environment),
  });
  const ready = JSON.parse(await firstDocument(child)) as Omit<Running, 'stop'>;
  return {
    ...ready,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function firstDocument(child: ChildProcess): Promise<string> {
  let [stdout, stderr] = ['', ''];
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the command ended: ${stderr}`);
  });
  const printed = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      if (isDocument(stdout)) resolve(stdout);
    });
  });
  return Promise.race([printed, ended]);
}

function isDocument(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
