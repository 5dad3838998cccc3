import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { type EntryPoint } from './kernel-package.ts';

/** The names that each entry point exports when it runs, by the entry point's name. */
export function readRuntimeExports(
  entryPoints: readonly EntryPoint[],
): Readonly<Record<string, readonly string[]>> {
  const modules = entryPoints.map(({ name, module }) => [name, pathToFileURL(module).href]);
  const script = `
    const names = {};
    for (const [name, url] of ${JSON.stringify(modules)}) names[name] = Object.keys(await import(url));
    process.stdout.write(JSON.stringify(names));
    process.exit();`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  if (status !== 0) {
    throw new Error(`the built kernel cannot be imported; build it (npm run build): ${stderr}`);
  }
  return JSON.parse(stdout) as Record<string, string[]>;
}
