import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs npm in a folder, as somebody who has no part in this repository would, and answers with what
 * it prints. A failure has all that npm said.
 */
export async function npm(
  args: readonly string[],
  folder: string,
  environment: Environment = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('npm', args, {
      cwd: folder,
      env: { ...strangersEnvironment(), npm_config_update_notifier: 'false', ...environment },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`npm ${args.join(' ')} failed in ${folder}:\n${stdout ?? ''}${stderr ?? ''}`, {
      cause: error,
    });
  }
}

const isOfThisRun = (name: string) =>
  /^(npm_|COSTPLANE_|DATABASE_URL$|REDIS_URL$|PORT$|HOST$|NODE_OPTIONS$|INIT_CWD$)/.test(name);

/** This process' environment without what it has from this repository and its tests. */
export const strangersEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfThisRun(name)));
