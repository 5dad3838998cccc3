import { type LeftOutRoute, type LoadedPlugin } from './load-plugins.ts';
import { type Route } from '@costplane/plugin-api';
import { pathClaimOf } from './path-claim.ts';

/**
 * Leaves out the routes that give way to one of another plugin. Of several that would give way to
 * each other, the one of the plugin that is loaded first is kept.
 */
export function giveWay(loaded: readonly LoadedPlugin[]): readonly LoadedPlugin[] {
  const owners = new Map<string, LoadedPlugin>();
  const claim = (plugin: LoadedPlugin, route: Route) => {
    const path = pathClaimOf(route);
    if (!owners.has(path)) owners.set(path, plugin);
  };
  for (const standing of [true, false]) {
    for (const plugin of loaded) {
      const routes = plugin.routes.filter(({ givesWay = false }) => givesWay !== standing);
      for (const route of routes) claim(plugin, route);
    }
  }
  const takenFrom = (plugin: LoadedPlugin, route: Route) => {
    const owner = owners.get(pathClaimOf(route));
    return route.givesWay && owner !== plugin ? owner?.manifest.name : undefined;
  };
  return loaded.map((plugin) => ({
    ...plugin,
    routes: plugin.routes.filter((route) => takenFrom(plugin, route) === undefined),
    leftOut: plugin.routes.flatMap((route): LeftOutRoute[] => {
      const takenBy = takenFrom(plugin, route);
      return takenBy === undefined ? [] : [{ route, takenBy }];
    }),
  }));
}
