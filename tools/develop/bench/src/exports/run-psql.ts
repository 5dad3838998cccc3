import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { type CopyScript } from './copy-script.ts';

/** Runs a `COPY` with `psql`, whose output becomes the file; answers the seconds that it took. */
export async function runPsql(
  databaseUrl: string,
  script: CopyScript,
  file: string,
): Promise<number> {
  const output = await open(file, 'w');
  try {
    return await run(databaseUrl, script, output);
  } finally {
    await output.close();
  }
}

async function run(
  databaseUrl: string,
  { settings, copy }: CopyScript,
  { fd }: FileHandle,
): Promise<number> {
  // What the settings answer is no part of the file.
  const commands = ['begin', String.raw`\o /dev/null`, ...settings, String.raw`\o`, copy];
  const options = ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1'];
  const startedAt = performance.now();
  const psql = spawn(
    'psql',
    [...options, databaseUrl, ...commands.flatMap((command) => ['-c', command])],
    {
      env: { ...process.env, PGOPTIONS: '-c search_path=costplane -c TimeZone=UTC' },
      stdio: ['ignore', fd, 'pipe'],
    },
  );
  let errors = '';
  psql.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(psql, 'close').catch((error: unknown) => {
    throw new Error('psql, the floor of the exports, is not on the PATH', { cause: error });
  })) as [number];
  if (code !== 0) throw new Error(`psql failed: ${errors.trim()}`);
  return (performance.now() - startedAt) / 1_000;
}
