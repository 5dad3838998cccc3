import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A shell that runs one block after another, as a person's does: variables and jobs stay. */
export interface Shell {
  /**
   * Runs commands and answers what they print on standard output.
   *
   * @throws {Error} with their standard error if one of them fails
   */
  run(commands: string): Promise<string>;
  /** Ends the shell with all that it has started. */
  close(): Promise<void>;
}

const done = 'the block is done';

export function openShell(folder: string, environment: NodeJS.ProcessEnv): Shell {
  const bash = spawn('bash', ['--noprofile', '--norc', '-s'], {
    cwd: folder,
    env: environment,
    // A process group of its own, so that its jobs end with it.
    detached: true,
  });
  const exited = once(bash, 'exit');
  let stdout = '';
  let stderr = '';
  let onOutput: (() => void) | undefined;
  bash.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    onOutput?.();
  });
  bash.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return {
    async run(commands) {
      stdout = stderr = '';
      bash.stdin.write(`set -eu\n${commands}\nset +eu; echo '${done}'\n`);
      const finished = new Promise<void>((resolve) => {
        onOutput = () => {
          if (stdout.endsWith(`${done}\n`)) resolve();
        };
      });
      await Promise.race([finished, exited]);
      if (stdout.endsWith(`${done}\n`)) return stdout.slice(0, -done.length - 1);
      throw new Error(`${commands}\nfailed:\n${stdout}${stderr}`);
    },
    async close() {
      try {
        process.kill(-(bash.pid ?? 0), 'SIGTERM');
      } catch {
        // The shell and its jobs have ended.
      }
      bash.kill('SIGKILL');
      if (bash.exitCode === null && bash.signalCode === null) await exited;
    },
  };
}
