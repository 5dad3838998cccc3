import { loadPlugins, scopesOf } from '@costplane/kernel/host';
import { readServiceConfig } from './read-service-config.ts';

/** The scopes that the plugins of the config bring. */
export async function readKnownScopes(): Promise<string[]> {
  const { config, baseFolder } = await readServiceConfig();
  return Object.keys(scopesOf(await loadPlugins(config.plugins, baseFolder))).sort();
}
