import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { costplaneCommand } from './paths.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of `costplane` to its end. */
export async function costplane(
  args: readonly string[],
  environment: Environment = {},
  input?: Buffer | string,
): Promise<Outcome> {
  const child = start(args, environment);
  child.stdin?.end(input ?? '');
  const outcome = collect(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...outcome, code };
}

/** Runs a command with `--json`, requires that it succeeds, and returns its document. */
export async function costplaneJson<T>(
  args: readonly string[],
  environment: Environment = {},
): Promise<T> {
  const { code, stdout, stderr } = await costplane([...args, '--json'], environment);
  if (code !== 0) throw new Error(`costplane ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** A service in a process of its own. */
export interface Service {
  readonly url: string;
  readonly metricsUrl: string;
  readonly process: ChildProcess;
  readonly output: Outcome;
  /** SIGTERM, and its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `costplane serve` (or `start`) and waits until it answers. */
export async function serve(
  environment: Environment,
  args: readonly string[] = ['serve'],
): Promise<Service> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const child = start(args, {
    PORT: String(port),
    MANAGEMENT_PORT: String(metricsPort),
    LOG_LEVEL: 'warn',
    ...environment,
  });
  const output = collect(child);
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; !(await answers(`${url}/health/live`)); waited += 50) {
    if (child.exitCode !== null || waited > 90_000) {
      child.kill('SIGKILL');
      throw new Error(`the service did not start: ${output.stderr}`);
    }
    await sleep(50);
  }
  return {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    process: child,
    output: output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    },
  };
}

function start(args: readonly string[], environment: Environment): ChildProcess {
  return spawn(process.execPath, [costplaneCommand, ...args], {
    // The root of the repository may have a config.
    cwd: import.meta.dirname,
    env: { ...cleanEnvironment(), ...environment },
  });
}

/** This process' environment without what would configure the service behind a test's back. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const names = ['DATABASE_URL', 'REDIS_URL', 'PORT', 'HOST', 'LOG_LEVEL', 'NODE_OPTIONS'];
  const own = Object.entries(process.env).filter(
    ([name]) => !names.includes(name) && !name.startsWith('COSTPLANE_'),
  );
  return Object.fromEntries(own);
}

function collect(child: ChildProcess): { code: null; stdout: string; stderr: string } {
  const output = { code: null, stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return output;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 200;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
