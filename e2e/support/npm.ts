import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs npm in a folder, as somebody who has no part in this repository would, and answers with what
 * it prints. A failure has all that npm said.
 */
export async function npm(args: readonly string[], folder: string): Promise<string> {
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|COSTPLANE_|NODE_OPTIONS$|INIT_CWD$)/.test(name),
  );
  try {
    const { stdout } = await promisify(execFile)('npm', args, {
      cwd: folder,
      env: { ...Object.fromEntries(environment), npm_config_update_notifier: 'false' },
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
