import { type StartupProblem } from '@costplane/plugin-api/internal';
import { routeKey } from './drop-overridden.ts';
import { type LoadedPlugin } from './loaded-plugin.ts';

/** All scopes of the plugins with their descriptions; that of the introducing plugin takes precedence. */
export function collectScopes(loaded: readonly LoadedPlugin[]): Record<string, string> {
  const own = loaded.map(({ plugin }) => plugin.scopes ?? {});
  const shared = loaded.map(({ plugin }) => plugin.sharedScopes ?? {});
  return Object.assign({}, ...shared, ...own) as Record<string, string>;
}

/**
 * Finds conflicts between plugins, and scopes that no plugin declares. Undeclared scopes are not reported if
 * some plugin could not be loaded, since it may declare them.
 */
export function checkPlugins(
  loaded: readonly LoadedPlugin[],
  areAllLoaded: boolean,
): StartupProblem[] {
  const claimedTwice = findDoubleClaims(loaded);
  return areAllLoaded ? [...claimedTwice, ...findUndeclaredScopes(loaded)] : claimedTwice;
}

function findDoubleClaims(loaded: readonly LoadedPlugin[]): StartupProblem[] {
  const owners = new Map<string, string>();
  const problems: StartupProblem[] = [];
  for (const one of loaded) {
    const { name } = one.manifest;
    for (const claim of listClaims(one)) {
      const owner = owners.get(claim);
      if (owner === undefined) owners.set(claim, name);
      else {
        const what = `claims the ${claim}, which ${owner} has`;
        problems.push({ where: `plugin ${name}`, what, fix: 'Load only one of the two' });
      }
    }
  }
  return problems;
}

const listClaims = ({ plugin, routes }: LoadedPlugin): string[] => [
  `id ${plugin.id}`,
  ...Object.keys(plugin.scopes ?? {}).map((scope) => `scope ${scope}`),
  ...routes.map(({ operationId }) => `operation id ${operationId}`),
  ...routes.map((route) => `path ${routeKey(route)}`),
];

function findUndeclaredScopes(loaded: readonly LoadedPlugin[]): StartupProblem[] {
  const declared = collectScopes(loaded);
  return loaded.flatMap(({ manifest, routes }) =>
    routes.flatMap(({ scope, operationId }) => {
      if (typeof scope !== 'string' || Object.hasOwn(declared, scope)) return [];
      const what = `its route ${operationId} needs the scope ${scope}, which no loaded plugin declares`;
      const fix = 'Declare it in `scopes` of the plugin, or load the plugin that does';
      return { where: `plugin ${manifest.name}`, what, fix };
    }),
  );
}
