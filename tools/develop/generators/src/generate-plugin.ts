import { formatFiles, generateFiles, logger, readJson, type Tree } from '@nx/devkit';
import { join } from 'node:path';
import { addReference } from './add-reference.ts';
import { linkIntoWorkspace } from './link-into-workspace.ts';
import { type PluginOptions, readPluginOptions } from './plugin-options.ts';
import { refuseTaken } from './refuse-taken.ts';

const templates = join(import.meta.dirname, '../plugin/files');

interface PackageJson {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Writes `plugins/NAME` into the tree and adds it to the root `tsconfig.json`. Rejects options before it
 * writes anything. The returned function is called when the files are on disk.
 */
export default async function generatePlugin(
  tree: Tree,
  given: PluginOptions,
): Promise<() => void> {
  if (!tree.exists('kernel/plugin-api/package.json')) {
    throw new Error(
      'kernel/plugin-api/package.json does not exist here: run this in a clone of Costplane. For plugins in ' +
        'other repositories, see docs/guides/write-a-plugin.md.',
    );
  }
  const options = readPluginOptions(given);
  refuseTaken(tree, options);
  logger.info(
    `The resource is ${options.resource}, with the kind ${options.Thing} in the API; ` +
      'change it with --resource.',
  );

  const { version, dependencies } = readJson<PackageJson>(tree, 'kernel/plugin-api/package.json');
  generateFiles(tree, templates, options.folder, {
    ...options,
    kernelRange: `^${version}`,
    kyselyRange: dependencies.kysely,
    typeboxRange: dependencies.typebox,
  });
  tree.write(`${options.folder}/LICENSE`, tree.read('LICENSE') ?? '');
  addReference(tree, options.folder);
  await formatFiles(tree);

  return () => {
    if (!given.skipInstall) linkIntoWorkspace(tree.root);
    logger.info(nextSteps(options.name, given.skipInstall ?? false));
  };
}

const nextSteps = (name: string, isUnlinked: boolean) =>
  [
    '',
    `Created plugins/${name}. Next steps:`,
    ...(isUnlinked ? ['  npm install'] : []),
    `  npm test -- plugins/${name}`,
    `  add it to "plugins" in costplane.config.yaml: - package: '@costplane/plugin-${name}'`,
    '  npm start',
    '  npm run docs, which adds it to docs/reference',
    '  npm run examples, which adds a response of the demo to examples.json',
    'Guide: docs/guides/write-a-plugin.md',
  ].join('\n');
