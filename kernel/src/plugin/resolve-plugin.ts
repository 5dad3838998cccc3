import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire, registerHooks } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const isPath = (name: string) => name.startsWith('.') || isAbsolute(name);

/**
 * Finds the entry file of a plugin named in the config: a path is relative to the config file, a
 * package name is looked up from there and then from the host.
 */
export async function resolvePlugin(name: string, baseFolder: string): Promise<string> {
  if (isPath(name)) return resolveFolderOrFile(resolve(baseFolder, name));
  const lookups = [
    join(baseFolder, 'costplane.config.yaml'),
    process.argv[1],
    import.meta.filename,
  ];
  for (const from of lookups) {
    if (from === undefined) continue;
    const found = resolveFrom(name, from);
    if (found !== undefined) return found;
  }
  throw new Error('it is not installed');
}

function resolveFrom(name: string, file: string): string | undefined {
  try {
    return createRequire(file).resolve(name);
  } catch {
    return undefined;
  }
}

async function resolveFolderOrFile(path: string): Promise<string> {
  if (!existsSync(path)) throw new Error(`there is nothing at ${path}`);
  if (statSync(path).isFile()) return path;
  const file = join(path, 'package.json');
  if (!existsSync(file)) throw new Error(`${path} has no package.json`);
  const { exports, main } = JSON.parse(await readFile(file, 'utf8')) as {
    exports?: unknown;
    main?: string;
  };
  return join(path, entryOf(exports) ?? main ?? 'index.js');
}

function entryOf(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return undefined;
  const conditions = exports as Record<string, unknown>;
  for (const key of ['.', 'import', 'default']) {
    const entry = key in conditions ? entryOf(conditions[key]) : undefined;
    if (entry !== undefined) return entry;
  }
  return undefined;
}

const isKernel = (specifier: string) =>
  specifier === '@costplane/kernel' || specifier.startsWith('@costplane/kernel/');

const lentByHost = (specifier: string) => specifier === 'kysely' || specifier === 'typebox';

let areHooksRegistered = false;

/**
 * Makes every plugin, wherever it lies, import this host's kernel: two kernels in one process
 * would not know each other's tokens. Kysely and TypeBox are lent to a plugin that has not
 * installed them itself.
 */
export function lendKernelToPlugins(): void {
  if (areHooksRegistered) return;
  areHooksRegistered = true;
  const host = { parentURL: pathToFileURL(import.meta.filename).href };
  registerHooks({
    resolve(specifier, context, next) {
      if (isKernel(specifier)) return next(specifier, { ...context, ...host });
      if (!lentByHost(specifier)) return next(specifier, context);
      try {
        return next(specifier, context);
      } catch {
        return next(specifier, { ...context, ...host });
      }
    },
  });
}
