import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { benchHome } from './bench-server.ts';
import { type ChildServer, startServer } from './child-server.ts';
import { freePort } from './free-port.ts';

/** The command, as it is installed. */
export const costplane = fileURLToPath(
  new URL('../../../operate/cli/bin/costplane.js', import.meta.url),
);
const replicas = fileURLToPath(new URL('./run-replicas.js', import.meta.url));

/** How the service is started; unless it is said otherwise, one process that keeps no answers. */
export interface ServiceOptions {
  readonly processes?: number;
  /**
   * As it does by default, answers what has not changed from memory. A benchmark asks for the same
   * again and again: without this, each answer is worked out anew.
   */
  readonly keepsAnswers?: boolean;
}

/** The built product, started as an operator starts it, logging as it does by default. */
export async function startCostplane(
  databaseUrl: string,
  { processes = 1, keepsAnswers = false }: ServiceOptions = {},
): Promise<ChildServer> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const serve = ['serve', '--port', port];
  const [script, args] =
    processes === 1 ? [costplane, serve] : [replicas, [String(processes), costplane, ...serve]];
  return startServer(
    script,
    args,
    {
      DATABASE_URL: databaseUrl,
      MANAGEMENT_PORT: '0',
      COSTPLANE_CONFIG: keepsAnswers ? '' : await (config ??= writeConfig()),
      REDIS_URL: '',
    },
    { url, readyUrl: `${url}/health/ready` },
  );
}

let config: Promise<string> | undefined;

/** What is served without a file, but for the answers that are kept. YAML may be JSON. */
async function writeConfig(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    costplane,
    'plugin',
    'list',
    '--json',
  ]);
  const plugins = JSON.parse(stdout) as { name: string }[];
  const file = join(benchHome, 'fresh-answers.yaml');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(
    file,
    JSON.stringify({
      responseCache: { maxBytes: 0 },
      plugins: plugins.map(({ name }) => ({ package: name })),
    }),
  );
  return file;
}
