import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const command = '@costplane/cli';
const kernel = '@costplane/kernel';
const pluginPrefix = '@costplane/plugin-';

const isPlugin = ({ folder }) => folder.startsWith('plugins/');

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * The packages of this repository that an image can hold: name, folder relative to the repository,
 * manifest. `plugins` are those that an edition may name, by their short name; `always` is what
 * every edition has: the command line, the kernel and what they need.
 */
export function readOwnPackages(repository) {
  const all = new Map();
  for (const folder of workspaceFolders(repository)) {
    const manifest = readJson(join(repository, folder, 'package.json'));
    all.set(manifest.name, { name: manifest.name, folder, manifest });
  }
  const plugins = new Map();
  for (const [name, found] of all) {
    if (isPlugin(found)) plugins.set(name.slice(pluginPrefix.length), found);
  }
  return { plugins, always: neededBy([command, kernel], all) };
}

function workspaceFolders(repository) {
  const { workspaces } = readJson(join(repository, 'package.json'));
  return workspaces
    .flatMap((pattern) => {
      if (!pattern.endsWith('/*')) return [pattern];
      const parent = pattern.slice(0, -2);
      return readdirSync(join(repository, parent)).map((name) => `${parent}/${name}`);
    })
    .filter((folder) => existsSync(join(repository, folder, 'package.json')));
}

/** The packages of these names and what they depend on, without plugins. */
function neededBy(names, all) {
  const needed = new Map();
  const visit = (name) => {
    const found = all.get(name);
    if (found === undefined || needed.has(name) || isPlugin(found)) return;
    needed.set(name, found);
    Object.keys(found.manifest.dependencies ?? {}).forEach(visit);
  };
  names.forEach(visit);
  return [...needed.values()];
}
