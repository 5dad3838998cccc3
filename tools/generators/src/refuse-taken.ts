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
    throw new Error(`${folder} is there already: choose another name, or remove the folder.`);
  }
  const namesake = packagesOf(tree).find(({ name }) => name === packageName);
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
  const sources = ['kernel/src', ...tree.children('plugins').map((child) => `plugins/${child}/src`)]
    .filter((folder) => tree.exists(folder))
    .flatMap((folder) => sourcesIn(tree, folder));
  refuse(`path ${path}`, path, '--path');
  refuse(`scope ${scope}`, scope, '--scope');
  refuse(`operation id list${Names}`, `list${Names}`, 'another name');
  refuse(`schema ${Thing}`, Thing, '--resource');
  refuse(`plugin id ${name}`, name, 'another name', /\bid: $/);

  /** Plugins write what they claim as a literal; one is taken where it is written. */
  function refuse(what: string, value: string, remedy: string, before = /(?:)/): void {
    const owners = sources.filter(({ text }) => writes(text, value, before));
    if (owners.length === 0) return;
    const taken = [...new Set(owners.map(({ owner }) => owner))].join(', ');
    throw new Error(`The ${what} is taken (${taken}): choose another with ${remedy}.`);
  }
}

const writes = (text: string, value: string, before: RegExp) =>
  [`'${value}'`, `"${value}"`, `\`${value}\``].some((literal) =>
    text
      .split(literal)
      .slice(0, -1)
      .some((preceding) => before.test(preceding)),
  );

function sourcesIn(tree: Tree, folder: string): Source[] {
  const sources: Source[] = [];
  visitNotIgnoredFiles(tree, folder, (file) => {
    if (!file.endsWith('.ts')) return;
    sources.push({ owner: folder.slice(0, -'/src'.length), text: tree.read(file, 'utf8') ?? '' });
  });
  return sources;
}

function packagesOf(tree: Tree): { readonly folder: string; readonly name: string }[] {
  return ['kernel', 'e2e', ...below('plugins'), ...below('tools')]
    .filter((folder) => tree.exists(`${folder}/package.json`))
    .map((folder) => ({
      folder,
      name: readJson<{ name: string }>(tree, `${folder}/package.json`).name,
    }));

  function below(parent: string): string[] {
    return tree.children(parent).map((child) => `${parent}/${child}`);
  }
}
