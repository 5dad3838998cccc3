import { type LoadedPlugin } from './load-plugins.ts';

/** Every scope that the plugins bring, with what it covers in the words of its owner. */
export function scopesOf(loaded: readonly LoadedPlugin[]): Record<string, string> {
  const own = loaded.map(({ plugin }) => plugin.scopes ?? {});
  const shared = loaded.map(({ plugin }) => plugin.sharedScopes ?? {});
  return Object.assign({}, ...shared, ...own) as Record<string, string>;
}
