import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { meterProcess } from '../meter.ts';

/** Runs a `COPY` with `psql`, whose output becomes the file; answers the seconds that it took. */
export async function runPsql(databaseUrl: string, copy: string, file: string): Promise<number> {
  const output = await open(file, 'w');
  try {
    const options = ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1', databaseUrl, '-c', copy];
    const startedAt = performance.now();
    const psql = spawn('psql', options, {
      env: { ...process.env, PGOPTIONS: '-c search_path=costplane -c TimeZone=UTC' },
      stdio: ['ignore', output.fd, 'pipe'],
    });
    const closed = once(psql, 'close');
    meterProcess(psql, closed);
    let errors = '';
    psql.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await closed.catch((error: unknown) => {
      throw new Error('psql, the floor of the exports, is not on the PATH', { cause: error });
    })) as [number];
    if (code !== 0) throw new Error(`psql failed: ${errors.trim()}`);
    return (performance.now() - startedAt) / 1_000;
  } finally {
    await output.close();
  }
}
