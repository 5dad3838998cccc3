import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readStages, textOf } from './dockerfile.ts';
import type { Edition } from './edition.ts';

type Environment = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly process: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  /** SIGTERM, and how it ends. */
  stop(): Promise<{ code: number | null; ms: number }>;
}

/**
 * What a container engine does, as far as this machine allows it: with root's rights the process
 * sees every file system read-only but an empty `/tmp`, has the user of the image, no capabilities,
 * and cannot gain any. Without, it is an ordinary process.
 */
const isolation = `
set -e
mount --bind "$1" /mnt
mount --options remount,bind,ro /mnt
mount --options remount,bind,ro /
mount --types tmpfs --options size=64m,mode=1777,noexec,nosuid,nodev tmpfs /tmp
shift
user=$1
shift
exec setpriv --reuid "\${user%:*}" --regid "\${user#*:}" --clear-groups \\
  --no-new-privs --inh-caps=-all --bounding-set=-all "$@"
`;

/** Whether processes can be kept apart here as in a container. */
export const canIsolate =
  process.getuid?.() === 0 &&
  spawnSync('unshare', [
    '--mount',
    'sh',
    '-c',
    'mount --options remount,bind,ro / && setpriv --version',
  ]).status === 0;

const image = readStages().at(-1) ?? [];
const imageEnvironment = Object.fromEntries(
  [...textOf(image, 'ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);

/** Runs the image's entry point with a command, or another program of it, to its end. */
export async function run(
  edition: Edition,
  args: readonly string[],
  environment: Environment,
  program?: readonly string[],
): Promise<Ended> {
  const { process: child, output } = start(edition, args, environment, program);
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...output, code };
}

/** Starts the image's entry point with a command. */
export function start(
  edition: Edition,
  args: readonly string[],
  environment: Environment,
  program = JSON.parse(textOf(image, 'ENTRYPOINT')) as readonly string[],
): Running {
  const root = canIsolate ? '/mnt' : edition.root;
  const placed = (text: string) => text.replace(/^\/app\//, `${root}/app/`);
  const command = [...program, ...args].map((part) =>
    part === 'node' ? `${root}/bin/node` : placed(part),
  );
  const own = Object.entries(imageEnvironment).map(([name, value]) => [name, placed(value)]);
  const isolated = [
    '--mount',
    'sh',
    '-c',
    isolation,
    'sh',
    edition.root,
    textOf(image, 'USER'),
    ...command,
  ];
  const child = spawn(
    canIsolate ? 'unshare' : (command[0] ?? ''),
    canIsolate ? isolated : command.slice(1),
    {
      cwd: edition.app,
      env: {
        ...Object.fromEntries(own),
        PATH: process.env.PATH,
        HOME: '/nonexistent',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return {
    ...{ process: child, output },
    async stop() {
      const begunAt = performance.now();
      const exited = child.exitCode === null ? once(child, 'exit') : [child.exitCode];
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      return { code, ms: performance.now() - begunAt };
    },
  };
}
