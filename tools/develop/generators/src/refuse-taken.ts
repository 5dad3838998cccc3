import { readJson, type Tree } from '@nx/devkit';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type PluginNames } from './plugin-options.ts';

/** @throws {Error} if the folder or the package exists */
export function refuseTaken(tree: Tree, { folder, packageName }: PluginNames): void {
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
