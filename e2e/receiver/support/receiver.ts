import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { costplaneCommand } from '../../support/paths.ts';
import { costplaneJson } from '../../support/costplane.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** `costplane ingest --listen` in a process of its own. */
export interface Receiver {
  readonly url: string;
  readonly metricsUrl: string;
  readonly process: ChildProcess;
  /** Standard error: the log. */
  readonly output: { stderr: string };
  /** SIGTERM, and its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** Reports stay pending for a second, so that something is folded at any time. */
export const foldOften = ['--fold-interval', '1'];

export async function startReceiver(
  environment: Environment,
  args: readonly string[] = [],
): Promise<Receiver> {
  const own = Object.entries(process.env).filter(
    ([name]) => !['DATABASE_URL', 'LOG_LEVEL', 'NODE_OPTIONS'].includes(name),
  );
  const child = spawn(
    process.execPath,
    [costplaneCommand, 'ingest', '--listen', '0', '--management', '0', '--json', ...args],
    { cwd: import.meta.dirname, env: { ...Object.fromEntries(own), ...environment } },
  );
  const output = { stderr: '' };
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const { url, metrics_url: metricsUrl } = await readyDocument(child, exited, output);
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  return {
    url,
    metricsUrl,
    process: child,
    output,
    async stop() {
      if (!isOver()) child.kill('SIGTERM');
      const [code] = await exited;
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function readyDocument(
  child: ChildProcess,
  exited: Promise<unknown>,
  output: { stderr: string },
): Promise<{ url: string; metrics_url: string }> {
  let stdout = '';
  const ready = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.endsWith('}\n')) resolve(stdout);
    });
  });
  const over = exited.then(() => {
    throw new Error(`the receiver did not start: ${output.stderr}`);
  });
  return JSON.parse(await Promise.race([ready, over])) as { url: string; metrics_url: string };
}

export interface AgentToken {
  readonly id: string;
  readonly token: string;
  readonly cluster_id: string;
}

/** A cluster of the organization, and its agent's token. */
export const createAgentToken = (environment: Environment, org: string, cluster: string) =>
  costplaneJson<AgentToken>(
    ['agent-token', 'create', '--org', org, '--cluster-name', cluster],
    environment,
  );
