import { loadPlugins, collectScopes } from '@costplane/kernel';
import { readServiceConfig } from './read-service-config.ts';

/** The scopes that the plugins of the config bring. */
export async function readKnownScopes({ config: file }: { config?: string } = {}): Promise<
  string[]
> {
  const { config, baseFolder } = await readServiceConfig({ config: file });
  return Object.keys(collectScopes(await loadPlugins(config.plugins, baseFolder))).sort();
}
