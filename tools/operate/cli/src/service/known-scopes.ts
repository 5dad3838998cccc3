import { loadPlugins, collectScopes } from '@costplane/kernel/loader';
import { readServiceConfig } from './read-service-config.ts';

/** The scopes of the configured plugins. */
export async function readKnownScopes({ config: file }: { config?: string } = {}): Promise<
  string[]
> {
  const { references, baseFolder } = await readServiceConfig({ config: file });
  return Object.keys(collectScopes(await loadPlugins(references, baseFolder))).sort();
}
