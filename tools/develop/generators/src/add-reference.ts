import { type Tree, updateJson } from '@nx/devkit';

interface Solution {
  readonly references: readonly { readonly path: string }[];
}

/** Adds a plugin to the references of the root `tsconfig.json`, after the other plugins. */
export function addReference(tree: Tree, folder: string): void {
  updateJson<Solution>(tree, 'tsconfig.json', (solution) => {
    const { references } = solution;
    const index = references.findLastIndex(({ path }) => path.startsWith('./plugins/')) + 1;
    return { ...solution, references: references.toSpliced(index, 0, { path: `./${folder}` }) };
  });
}
