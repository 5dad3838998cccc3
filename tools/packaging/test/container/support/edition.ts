import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from './repository.ts';

/** What the image of an edition holds besides its base: `app`, and the Node.js of this process. */
export interface Edition {
  readonly root: string;
  readonly app: string;
  readonly node: string;
  remove(): void;
}

export interface Assembly {
  readonly code: number | null;
  readonly stderr: string;
}

/** Runs what the Dockerfile runs to assemble an edition. */
export async function assemble(plugins: string, out: string): Promise<Assembly> {
  const script = join(repository, 'tools/packaging/container/assemble-edition.mjs');
  const args = [script, '--plugins', plugins, '--out', out, '--context', repository];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

/** Assembles an edition in a temporary folder that everybody may read. */
export async function makeEdition(plugins: string): Promise<Edition> {
  const root = mkdtempSync(join(tmpdir(), 'costplane-image-'));
  chmodSync(root, 0o755);
  const [app, node] = [join(root, 'app'), join(root, 'bin/node')];
  const { code, stderr } = await assemble(plugins, app);
  if (code !== 0) throw new Error(`no edition of ${plugins}: ${stderr}`);
  mkdirSync(join(root, 'bin'));
  mkdirSync(join(root, 'tmp'));
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  return {
    ...{ root, app, node },
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The files below a folder, relative to it. Links are not followed. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

export const bytesBelow = (folder: string): number =>
  filesBelow(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);

/** The packages that are installed, with their versions; several of one name are a list. */
export function installedPackages(app: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of filesBelow(join(app, 'node_modules'))) {
    const [, name] =
      /(?:^|\/node_modules\/)((?:@[^/]+\/)?[^@/]+)\/package\.json$/.exec(`/node_modules/${file}`) ??
      [];
    if (name === undefined) continue;
    const text = readFileSync(join(app, 'node_modules', file), 'utf8');
    const { version = '' } = JSON.parse(text) as { version?: string };
    found.set(name, [...(found.get(name) ?? []), version]);
  }
  return found;
}
