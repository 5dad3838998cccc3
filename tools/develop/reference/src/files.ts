import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { clientTypes } from './client-types.ts';
import { cliPage } from './pages/cli.ts';
import { configPage } from './pages/config.ts';
import { errorsPage } from './pages/errors.ts';
import { metricsPage } from './pages/metrics.ts';
import { pluginApiPage } from './pages/plugin-api.ts';
import { routesPage } from './pages/routes.ts';
import { tablesPage } from './pages/tables.ts';
import { type DescribedPlugin } from './plugins/load-plugins.ts';
import { openApiSnapshot } from './plugins/openapi-snapshot.ts';
import { withOptions } from './plugins/options-section.ts';
import { readProduct } from './product.ts';
import { repository } from './repository.ts';
import { withFleets } from './sizing/fleets-section.ts';

/** A file that is generated, completely or in part. */
export interface GeneratedFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  /** Formatted by Prettier. */
  readonly text: string;
}

/** Every generated file, from the current code. */
export async function generateFiles(): Promise<GeneratedFile[]> {
  const product = await readProduct();
  const pages = {
    'docs/reference/cli.md': cliPage(),
    'docs/reference/config.md': configPage(product),
    'docs/reference/errors.md': errorsPage(product),
    'docs/reference/metrics.md': metricsPage(),
    'docs/reference/plugin-api.md': pluginApiPage(),
    'docs/reference/routes.md': routesPage(product),
    'docs/reference/tables.md': tablesPage(product),
  };
  return Promise.all([
    ...Object.entries(pages).map(([path, text]) => formatted(path, text)),
    formatted('tools/client/src/contract.ts', await clientTypes(product.plugins)),
    sizingWithFleets(),
    ...product.plugins.map(readmeWithOptions),
    ...product.plugins.map((plugin) =>
      formatted(`${plugin.folder}/openapi.yaml`, openApiSnapshot(plugin)),
    ),
  ]);
}

async function readmeWithOptions({ folder, plugin }: DescribedPlugin): Promise<GeneratedFile> {
  const path = `${folder}/README.md`;
  const readme = await readFile(join(repository, path), 'utf8');
  return formatted(path, withOptions(readme, plugin.config));
}

async function sizingWithFleets(): Promise<GeneratedFile> {
  const path = 'docs/reference/sizing.md';
  return formatted(path, withFleets(await readFile(join(repository, path), 'utf8')));
}

async function formatted(path: string, text: string): Promise<GeneratedFile> {
  const file = join(repository, path);
  return { path, text: await format(text, { ...(await resolveConfig(file)), filepath: file }) };
}
