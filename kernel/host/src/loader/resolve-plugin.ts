import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readPackageJson } from './plugin-manifest.ts';
import { resolveImport } from './resolve-from-host.ts';

const isPath = (name: string) => /^\.\.?($|[/\\])/.test(name) || isAbsolute(name);

/**
 * Finds the entry file of a configured plugin: paths are relative to the config file; packages are looked up
 * from there, then from the command, then from the host. Packages and folders resolve to the file that
 * Node.js would import.
 */
export async function resolvePlugin(name: string, baseFolder: string): Promise<string> {
  const entry = isPath(name)
    ? await entryAt(resolve(baseFolder, name))
    : entryOfPackage(name, baseFolder);
  if (existsSync(entry)) return entry;
  throw new Error(`its package.json points to ${entry}, which does not exist; has it been built?`);
}

function entryOfPackage(name: string, baseFolder: string): string {
  if (URL.canParse(name)) throw new Error('plugins cannot be loaded from a URL');
  const lookups = [join(baseFolder, 'package.json'), process.argv[1], import.meta.filename];
  for (const from of lookups) {
    const found = from === undefined ? undefined : resolveFrom(name, from);
    if (found !== undefined) return found;
  }
  throw new Error('it is not installed');
}

function resolveFrom(name: string, importingFile: string): string | undefined {
  try {
    const url = resolveImport(name, pathToFileURL(importingFile).href);
    if (url.startsWith('file:')) return fileURLToPath(url);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_MODULE_NOT_FOUND') return undefined;
    if (code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') {
      throw new Error('its package.json exports nothing that can be imported', { cause: error });
    }
    throw new Error(message, { cause: error });
  }
  throw new Error('it is a built-in module of Node.js');
}

async function entryAt(path: string): Promise<string> {
  if (!existsSync(path)) throw new Error(`${path} does not exist`);
  if (!statSync(path).isFile()) return entryOfFolder(path);
  if (!/\.(tgz|tar\.gz)$/.test(path)) return path;
  throw new Error(
    `${basename(path)} is a tarball: run \`npm install ${path}\`, and name the package that is in it`,
  );
}

/** For a folder with `exports`, the file that the package would import by its own name. */
async function entryOfFolder(folder: string): Promise<string> {
  const file = join(folder, 'package.json');
  const manifest = await readPackageJson(file);
  if (manifest === undefined) throw new Error(`${folder} has no package.json`);
  if (manifest.name === undefined) throw new Error(`${file} has no name`);
  if ((manifest.exports ?? null) === null) return resolveMain(folder);
  return resolveFrom(manifest.name, file) ?? folder;
}

function resolveMain(folder: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve(folder);
  } catch (error) {
    throw new Error(`${folder} has neither exports nor main in its package.json, nor an index.js`, {
      cause: error,
    });
  }
}
