import { loadPlugins, type LoadedPlugin } from '@costplane/kernel/host';
import { readServiceConfig } from './read-service-config.ts';

export const scopesOf = (loaded: readonly LoadedPlugin[]) =>
  loaded.flatMap(({ plugin }) => Object.keys(plugin.scopes ?? {})).sort();

/** The scopes that the plugins of the config bring. */
export async function readKnownScopes(): Promise<string[]> {
  const { config, baseFolder } = await readServiceConfig();
  return scopesOf(await loadPlugins(config.plugins, baseFolder));
}
