import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './costplane.ts';

export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

/** A Prometheus that scrapes what the README's scrape config says. */
export interface Prometheus {
  query(expression: string): Promise<readonly Series[]>;
  stop(): Promise<void>;
}

/** The program, if it is installed. */
export function findPrometheus(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'prometheus')).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts the program with a config, in a folder of its own, and waits for its first scrape. */
export async function startPrometheus(
  program: string,
  folder: string,
  config: string,
): Promise<Prometheus> {
  const port = await freePort();
  const file = join(folder, 'prometheus.yaml');
  await writeFile(file, config);
  const child = spawn(
    program,
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const query = async (expression: string): Promise<readonly Series[]> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/query`, {
      method: 'POST',
      body: new URLSearchParams({ query: expression }),
    });
    const answer = (await response.json()) as { error?: string; data: { result: Series[] } };
    if (!response.ok) throw new Error(`${expression}: ${answer.error}`);
    return answer.data.result;
  };
  for (let waited = 0; ; waited += 100) {
    const up = await query('up == 1').catch(() => []);
    if (up.length > 0) break;
    if (waited > 60_000) throw new Error('Prometheus scraped nothing within 60 s');
    await sleep(100);
  }
  return {
    query,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
