import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';

/** Runs a statement with `psql`, whose output becomes the file; answers the seconds that it took. */
export async function runPsql(
  databaseUrl: string,
  statement: string,
  file: string,
): Promise<number> {
  const output = await open(file, 'w');
  try {
    return await run(databaseUrl, statement, output);
  } finally {
    await output.close();
  }
}

async function run(databaseUrl: string, statement: string, { fd }: FileHandle): Promise<number> {
  const startedAt = performance.now();
  const psql = spawn('psql', ['--no-psqlrc', databaseUrl, '-c', statement], {
    env: { ...process.env, PGOPTIONS: '-c search_path=costplane -c TimeZone=UTC' },
    stdio: ['ignore', fd, 'pipe'],
  });
  let errors = '';
  psql.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(psql, 'close').catch((error: unknown) => {
    throw new Error('psql, the floor of the exports, is not on the PATH', { cause: error });
  })) as [number];
  if (code !== 0) throw new Error(`psql failed: ${errors.trim()}`);
  return (performance.now() - startedAt) / 1_000;
}
