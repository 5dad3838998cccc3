import { readJson, type Tree, visitNotIgnoredFiles } from '@nx/devkit';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type PluginNames } from './plugin-options.ts';

interface Source {
  /** The folder of its package: `plugins/nodes`. */
  readonly owner: string;
  readonly text: string;
}

/** Throws when the folder, the package or anything that plugins may claim only once is taken. */
export function refuseTaken(tree: Tree, names: PluginNames): void {
  const { folder, packageName } = names;
  if (tree.exists(folder) || existsSync(join(tree.root, folder))) {
    throw new Error(`${folder} already exists: choose another name, or remove the folder.`);
  }
  const namesake = listPackages(tree).find(({ name }) => name === packageName);
  if (namesake) {
    throw new Error(`The package ${packageName} is ${namesake.folder}: choose another name.`);
  }
  if (existsSync(join(tree.root, 'node_modules', packageName))) {
    throw new Error(
      `The package ${packageName} is installed in node_modules: choose another name, or uninstall it.`,
    );
  }
  refuseClaims(tree, names);
}

function refuseClaims(tree: Tree, { name, Names, Thing, path, scope }: PluginNames): void {
  const plugins = tree.children('plugins').flatMap((child) => sourcesIn(tree, `plugins/${child}`));
  const withKernel = [...plugins, ...sourcesIn(tree, 'kernel/plugin-api')];
  refuse(`path ${path}`, 'another with --path', (text) => writes(text, path) || mounts(text, path));
  refuse(`scope ${scope}`, 'another with --scope', (text) => writes(text, scope));
  refuse(`operation id list${Names}`, 'another name', (text) => writes(text, `list${Names}`));
  refuse(`plugin id ${name}`, 'another name', (text) => text.includes(`id: '${name}',`));
  refuse(`schema ${Thing}`, 'another with --resource', (text) => writes(text, Thing), withKernel);

  function refuse(
    what: string,
    remedy: string,
    claims: (text: string) => boolean,
    sources = plugins,
  ): void {
    const owners = sources.filter(({ text }) => claims(text)).map(({ owner }) => owner);
    if (owners.length === 0) return;
    const taken = [...new Set(owners)].join(', ');
    throw new Error(`The ${what} is taken (${taken}): choose ${remedy}.`);
  }
}

/** What a plugin claims, it writes as a literal somewhere. */
const writes = (text: string, value: string) => text.includes(`'${value}'`);

/** Whether a path is below a prefix that an option has by default. */
const mounts = (text: string, path: string) =>
  [...text.matchAll(/\bdefault: '(\/[^']+)'/g)].some(([, prefix]) => path.startsWith(`${prefix}/`));

function sourcesIn(tree: Tree, owner: string): Source[] {
  const sources: Source[] = [];
  if (!tree.exists(`${owner}/src`)) return sources;
  visitNotIgnoredFiles(tree, `${owner}/src`, (file) => {
    if (file.endsWith('.ts')) sources.push({ owner, text: tree.read(file, 'utf8') ?? '' });
  });
  return sources;
}

function listPackages(tree: Tree): { readonly folder: string; readonly name: string }[] {
  return [
    'e2e',
    ...below('kernel'),
    ...below('plugins'),
    ...below('tools'),
    ...below('tools').flatMap(below),
  ]
    .filter((folder) => tree.exists(`${folder}/package.json`))
    .map((folder) => ({
      folder,
      name: readJson<{ name: string }>(tree, `${folder}/package.json`).name,
    }));

  function below(parent: string): string[] {
    return tree.children(parent).map((child) => `${parent}/${child}`);
  }
}
