import { type LoadedPlugin, tryLoadPlugins } from '@costplane/kernel';
import { StartupError } from '@costplane/plugin-api/internal';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../repository.ts';

/** A plugin of this repository. */
export interface DescribedPlugin extends LoadedPlugin {
  /** Its folder, relative to the root of the repository. */
  readonly folder: string;
  readonly description: string;
}

interface PackageJson {
  readonly description: string;
  readonly exports: { readonly '.': { readonly '@costplane/source': string } };
}

/** Every plugin in `plugins`, by the name of its folder, loaded from source with its defaults. */
export async function loadPlugins(): Promise<DescribedPlugin[]> {
  const packages = await Promise.all((await listFolders('plugins')).map(readPackage));
  const { loaded, problems } = await tryLoadPlugins(
    packages.map(({ entry }) => ({ package: entry })),
    repository,
  );
  if (problems.length > 0) throw new StartupError(problems);
  return packages.map(({ folder, description }) => {
    const plugin = loaded.find(({ manifest }) => manifest.folder === join(repository, folder));
    if (!plugin) throw new Error(`${folder} was not loaded`);
    return { ...plugin, folder, description };
  });
}

async function listFolders(parent: string): Promise<string[]> {
  const entries = await readdir(join(repository, parent), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${parent}/${name}`)
    .sort();
}

async function readPackage(folder: string) {
  const text = await readFile(join(repository, folder, 'package.json'), 'utf8');
  const { description, exports } = JSON.parse(text) as PackageJson;
  return { folder, description, entry: `./${join(folder, exports['.']['@costplane/source'])}` };
}
