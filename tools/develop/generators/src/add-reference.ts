import { type Tree, updateJson } from '@nx/devkit';

interface Solution {
  readonly references: readonly { readonly path: string }[];
}

/** Has the root `tsconfig.json` refer to a plugin, behind the plugins that it has. */
export function addReference(tree: Tree, folder: string): void {
  updateJson<Solution>(tree, 'tsconfig.json', (solution) => {
    const { references } = solution;
    const place = references.findLastIndex(({ path }) => path.startsWith('./plugins/')) + 1;
    return { ...solution, references: references.toSpliced(place, 0, { path: `./${folder}` }) };
  });
}
