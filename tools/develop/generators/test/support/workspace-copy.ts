import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Outcome, run } from './run.ts';

const repository = join(import.meta.dirname, '../../../../..');
const leftOut = new Set(['node_modules', '.git', '.nx', '.costplane']);

/** A copy of this workspace, built as this one is, whose installed packages are those of this one. */
export interface WorkspaceCopy {
  readonly folder: string;
  /** Runs an installed command in it, with nothing set that would tell it of this workspace. */
  run(command: string, args: readonly string[], own?: NodeJS.ProcessEnv): Promise<Outcome>;
  /** Links a package of the copy, as npm install does. */
  link(name: string, folder: string): Promise<void>;
  environment(own?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

export async function copyWorkspace(): Promise<WorkspaceCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'costplane-generators-'));
  // An embedded PostgreSQL in it may run as another user.
  await chmod(folder, 0o755);
  const copied = (await readdir(repository)).filter((name) => !leftOut.has(name));
  await promisify(execFile)('cp', ['-pR', ...copied, folder], { cwd: repository });
  await linkInstalled();

  const environment = (own: NodeJS.ProcessEnv = {}) => ({
    ...strangersEnvironment(),
    PATH: [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    NX_DAEMON: 'false',
    NX_ISOLATE_PLUGINS: 'false',
    NX_TUI: 'false',
    NO_COLOR: '1',
    ...own,
  });
  return {
    folder,
    environment,
    run: (command, args, own) => run(command, args, { cwd: folder, env: environment(own) }),
    link: (name, path) => symlink(join(folder, path), join(folder, 'node_modules', name)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };

  /** Ours are those of the copy; the cache, where the test database lies, is left alone. */
  async function linkInstalled(): Promise<void> {
    const [from, to] = [join(repository, 'node_modules'), join(folder, 'node_modules')];
    await mkdir(join(to, '@costplane'), { recursive: true });
    for (const name of await readdir(from)) {
      if (['.cache', '@costplane'].includes(name)) continue;
      await symlink(join(from, name), join(to, name));
    }
    for (const name of await readdir(join(from, '@costplane'))) {
      const target = await readlink(join(from, '@costplane', name));
      await symlink(target, join(to, '@costplane', name));
    }
  }
}

/** What a person's shell has. */
function strangersEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (name: string) => /^(COSTPLANE_|NX_|npm_|MOCHA_|NODE_OPTIONS$|PATH$)/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)));
}

/** Where the tests of a copy find the database server of this test run. */
export const testDatabaseServer = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith('COSTPLANE_TEST_')),
  );

/**
 * The arguments of mocha for the tests of a package. Without the workspace's config, whose hooks
 * would prepare and sweep the server that this run has prepared.
 */
export const mochaArguments = (path: string): string[] => [
  '--conditions=@costplane/source',
  'node_modules/mocha/bin/mocha.js',
  '--no-config',
  '--extension',
  'test.ts',
  '--recursive',
  '--exit',
  '--timeout',
  '20000',
  path,
];
