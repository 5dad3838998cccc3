import { type Logger, type Route } from '@costplane/plugin-api';
import { type LoadedPlugin } from './loaded-plugin.ts';

/** Paths that differ only in parameter names are equal. */
export const routeKey = ({ method, path }: Route): string =>
  `${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`;

/**
 * Drops overridable routes whose path another plugin serves. If all routes of a path are overridable, that of
 * the plugin loaded first is kept.
 */
export function dropOverridden(loaded: readonly LoadedPlugin[]): readonly LoadedPlugin[] {
  const claims = loaded.flatMap((plugin) => plugin.routes.map((route) => ({ plugin, route })));
  const owners = new Map<string, LoadedPlugin>();
  for (const { plugin, route } of claims.toSorted(overridableLast)) {
    const key = routeKey(route);
    if (!owners.has(key)) owners.set(key, plugin);
  }
  return loaded.map((plugin) => {
    const findOwner = (route: Route) => owners.get(routeKey(route)) ?? plugin;
    const isKept = (route: Route) => route.overridable !== true || findOwner(route) === plugin;
    const dropped = plugin.routes.filter((route) => !isKept(route));
    return {
      ...plugin,
      routes: plugin.routes.filter(isKept),
      leftOut: dropped.map((route) => ({ route, takenBy: findOwner(route).manifest.name })),
    };
  });
}

const overridableLast = (a: { readonly route: Route }, b: { readonly route: Route }) =>
  Number(a.route.overridable ?? false) - Number(b.route.overridable ?? false);

/** Logs which routes are overridden, and by which package. */
export function logOverridden(loaded: readonly LoadedPlugin[], log: Logger): void {
  for (const { plugin, leftOut } of loaded) {
    for (const { route, takenBy } of leftOut) {
      const path = `${route.method.toUpperCase()} ${route.path}`;
      const fields = { plugin: plugin.id, operation_id: route.operationId, taken_by: takenBy };
      // Undocumented routes concern only plugin authors.
      const level = route.undocumented === undefined ? 'warn' : 'debug';
      log[level](fields, `${path} is left out: ${takenBy} serves this path`);
    }
  }
}
