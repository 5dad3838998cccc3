import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { editionFile } from './start-edition.ts';

/** An entry of `plugins` in a config. */
export interface PluginEntry {
  readonly package: string;
  readonly config?: object;
}

/** Plugins of ours, without options. */
export const ours = (...names: readonly string[]): readonly PluginEntry[] =>
  names.map((name) => ({ package: `@costplane/plugin-${name}` }));

/** Writes a config with these plugins into a folder, and returns its path. */
export async function writeConfig(
  folder: string,
  name: string,
  plugins: readonly PluginEntry[],
): Promise<string> {
  const file = join(folder, `${name}.yaml`);
  await writeFile(file, stringify({ plugins }));
  return file;
}

/** The plugins of an edition that is shipped as an example. */
export async function pluginsOfEdition(name: string): Promise<readonly PluginEntry[]> {
  const config = parse(await readFile(editionFile(name), 'utf8')) as { plugins: PluginEntry[] };
  return config.plugins;
}
