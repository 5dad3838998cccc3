import { assembleOpenApi } from '@costplane/kernel';
import { type OpenApiDocument } from '@costplane/plugin-api';
import { createTestDatabase } from '@costplane/warehouse/testing';
import { readTables, type TableFacts } from './catalogue/read-tables.ts';
import { type DescribedPlugin, loadPlugins } from './plugins/load-plugins.ts';

/** The inputs of the reference. */
export interface Product {
  readonly plugins: readonly DescribedPlugin[];
  /** Combined for all plugins. */
  readonly document: OpenApiDocument;
  /** From a newly migrated database of a single server. */
  readonly tables: readonly TableFacts[];
}

export async function readProduct(): Promise<Product> {
  const plugins = await loadPlugins();
  const database = await createTestDatabase({ isDistributed: false });
  try {
    return {
      plugins,
      document: assembleOpenApi(plugins, 'https://costs.example.com'),
      tables: await readTables(database.url),
    };
  } finally {
    await database.drop();
  }
}
