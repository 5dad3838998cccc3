import { loadPlugins, collectScopes } from '@costplane/kernel/loader';
import { readServiceConfig } from './read-service-config.ts';

/** The scopes that the plugins of the config bring. */
export async function readKnownScopes({ config: file }: { config?: string } = {}): Promise<
  string[]
> {
  const { references, baseFolder } = await readServiceConfig({ config: file });
  return Object.keys(collectScopes(await loadPlugins(references, baseFolder))).sort();
}
