import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { repository } from '../repository.ts';

/** The demo of `npm start` in its own folder, including plugins that are off by default. */
export interface Demo {
  readonly url: string;
  readonly key: string;
  stop(): Promise<void>;
}

export async function startDemo(packages: readonly string[]): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'costplane-examples-'));
  const config = join(folder, 'costplane.config.yaml');
  await writeFile(
    config,
    `plugins:\n${packages.map((name) => `  - package: '${name}'\n`).join('')}`,
  );
  const command = join(repository, 'tools/operate/cli/bin/costplane.js');
  const child = spawn(process.execPath, [command, 'start', '--json', '--config', config], {
    cwd: repository,
    env: { ...process.env, COSTPLANE_HOME: folder, PORT: '0', MANAGEMENT_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url, key } = JSON.parse(await readUntilBrace(child.stdout)) as Demo;
  return {
    url,
    key,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close');
      await rm(folder, { recursive: true });
    },
  };
}

/** Reads the first JSON document, which is printed over several lines. */
async function readUntilBrace(input: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const line of createInterface({ input })) {
    text += line;
    if (line === '}') return text;
  }
  throw new Error('The demo ended before it answered');
}
