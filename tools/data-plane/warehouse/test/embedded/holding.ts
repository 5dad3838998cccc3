import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Holding {
  url: string;
  /** Releases the database, and waits until the process has ended. */
  release(): Promise<void>;
  /** Ends the process as `kill -9` does. */
  kill(): Promise<void>;
}

/** Holds the embedded database of a home in a process of its own. */
export async function holdInOtherProcess(
  home: string,
  program = join(import.meta.dirname, 'holder.ts'),
): Promise<Holding> {
  const child = spawn(process.execPath, ['--conditions=@costplane/source', program, home]);
  const ended = once(child, 'close');
  const url = await readFirstLine(child);
  return {
    url,
    release: async () => {
      child.stdin.end();
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function readFirstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [chunk] = (await Promise.race([once(child.stdout, 'data'), once(child, 'close')])) as [
    unknown,
  ];
  if (chunk instanceof Buffer) return chunk.toString().trim();
  throw new Error(`The other process failed: ${complaint}`);
}
