import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { npm, strangersEnvironment } from '../npm.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServedBy {
  readonly url: string;
  /** SIGTERM, and how it ended. */
  stop(): Promise<Outcome>;
}

/** A folder that was empty, with packages that were installed from tarballs. */
export interface Installation {
  readonly folder: string;
  /** Runs an installed command to its end. */
  run(command: string, args: readonly string[], environment?: Environment): Promise<Outcome>;
  /** The same with `--json`: requires that it succeeds, and answers with its document. */
  json<T>(command: string, args: readonly string[], environment?: Environment): Promise<T>;
  /** Starts an installed command that serves, on free ports, and waits until it is ready. */
  serve(command: string, args: readonly string[], environment: Environment): Promise<ServedBy>;
  /** The files that were loaded as modules by whatever ran here so far. */
  loadedFiles(): Promise<readonly string[]>;
}

const recorder = (file: string) => `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    appendFileSync(${JSON.stringify(file)}, url + '\\n');
    return next(url, context);
  },
});
`;

/** Makes a folder with a `package.json`, and installs what that asks for. */
export async function install(
  folder: string,
  dependencies: ReadonlyMap<string, string>,
  options: readonly string[] = [],
): Promise<Installation> {
  await mkdir(folder);
  const manifest = {
    name: 'edition',
    private: true,
    dependencies: Object.fromEntries(
      [...dependencies].map(([name, file]) => [name, `file:${file}`]),
    ),
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', ...options], folder);
  return installationAt(folder);
}

async function installationAt(folder: string): Promise<Installation> {
  const record = `${folder}.loaded`;
  const hook = `${folder}.record.mjs`;
  await writeFile(record, '');
  await writeFile(hook, recorder(record));

  const begin = (command: string, args: readonly string[], environment: Environment = {}) => {
    const child = spawn(join(folder, 'node_modules/.bin', command), args, {
      cwd: folder,
      env: {
        ...strangersEnvironment(),
        NODE_OPTIONS: `--import=${pathToFileURL(hook).href}`,
        ...environment,
      },
    });
    child.stdin.end();
    return { child, ended: waitForOutcome(child) };
  };

  const run: Installation['run'] = (command, args, environment) =>
    begin(command, args, environment).ended;

  return {
    folder,
    run,
    async json<T>(command: string, args: readonly string[], environment: Environment = {}) {
      const { code, stdout, stderr } = await run(command, [...args, '--json'], environment);
      if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout) as T;
    },
    async serve(command, args, environment) {
      const { child, ended } = begin(command, [...args, '--json', '--port', '0'], {
        MANAGEMENT_PORT: '0',
        LOG_LEVEL: 'warn',
        ...environment,
      });
      const url = await Promise.race([
        readyUrl(child),
        ended.then(({ stderr }) => {
          throw new Error(`${command} did not start: ${stderr}`);
        }),
      ]);
      return {
        url,
        stop() {
          child.kill('SIGTERM');
          return ended;
        },
      };
    },
    async loadedFiles() {
      const urls = (await readFile(record, 'utf8')).split('\n');
      return urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
    },
  };
}

async function waitForOutcome(child: ChildProcess): Promise<Outcome> {
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

/** The address in the one document that a command that serves prints. */
async function readyUrl(child: ChildProcess): Promise<string> {
  let printed = '';
  while (!printed.endsWith('}\n')) {
    const [chunk] = (await once(child.stdout!, 'data')) as [Buffer];
    printed += chunk.toString();
  }
  return (JSON.parse(printed) as { url: string }).url;
}
