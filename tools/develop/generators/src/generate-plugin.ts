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
 * Writes `plugins/NAME` into the tree and refers to it in the root `tsconfig.json`. What is refused
 * is thrown before anything is written. The answer is to be called when the files are on the disk.
 */
export default async function generatePlugin(
  tree: Tree,
  given: PluginOptions,
): Promise<() => void> {
  if (!tree.exists('kernel/plugin-api/package.json')) {
    throw new Error(
      'There is no kernel/plugin-api/package.json here: run this in a clone of Costplane. What a plugin ' +
        'elsewhere is made of says docs/guides/write-a-plugin.md.',
    );
  }
  const options = readPluginOptions(given);
  refuseTaken(tree, options);
  logger.info(
    `One of what it lists is named ${options.resource}, in the API ${options.Thing}; ` +
      '--resource names it otherwise.',
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
    `plugins/${name} is made. Next:`,
    ...(isUnlinked ? ['  npm install'] : []),
    `  npm test -- plugins/${name}`,
    `  name it under "plugins" in costplane.config.yaml: - package: '@costplane/plugin-${name}'`,
    '  npm start',
    '  npm run docs, which adds it to docs/reference',
    '  npm run examples, which adds a response of the demo to its examples.json',
    'The guide: docs/guides/write-a-plugin.md',
  ].join('\n');
