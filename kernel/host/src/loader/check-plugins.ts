import { type StartupProblem } from '@costplane/plugin-api/internal';
import { type LoadedPlugin } from './load-plugins.ts';
import { pathClaimOf } from './path-claim.ts';
import { scopesOf } from './scopes-of.ts';

interface Claim {
  readonly plugin: string;
  readonly kind: 'id' | 'path' | 'operation id' | 'scope';
  readonly name: string;
}

/**
 * Finds what plugins claim twice, and scopes that no plugin declares: not where some plugin could
 * not be loaded, which may be the one that does.
 */
export function checkPlugins(
  loaded: readonly LoadedPlugin[],
  areAllLoaded: boolean,
): StartupProblem[] {
  const claimedTwice = findDoubleClaims(loaded.flatMap(claimsOf));
  return areAllLoaded ? [...claimedTwice, ...findUndeclaredScopes(loaded)] : claimedTwice;
}

function claimsOf({ plugin, manifest, routes }: LoadedPlugin): Claim[] {
  const claim = (kind: Claim['kind'], name: string): Claim => ({
    plugin: manifest.name,
    kind,
    name,
  });
  return [
    claim('id', plugin.id),
    ...Object.keys(plugin.scopes ?? {}).map((scope) => claim('scope', scope)),
    ...routes.map((route) => claim('operation id', route.operationId)),
    ...routes.map((route) => claim('path', pathClaimOf(route))),
  ];
}

function findDoubleClaims(claims: readonly Claim[]): StartupProblem[] {
  const owners = new Map<string, string>();
  const problems: StartupProblem[] = [];
  for (const { plugin, kind, name } of claims) {
    const key = `${kind} ${name}`;
    const owner = owners.get(key);
    if (owner === undefined) {
      owners.set(key, plugin);
    } else {
      problems.push({
        where: `plugin ${plugin}`,
        what: `claims the ${kind} ${name}, which ${owner} has`,
        fix: 'Load only one of the two',
      });
    }
  }
  return problems;
}

function findUndeclaredScopes(loaded: readonly LoadedPlugin[]): StartupProblem[] {
  const declared = new Set(Object.keys(scopesOf(loaded)));
  return loaded.flatMap(({ manifest, routes }) =>
    routes.flatMap(({ scope, operationId }) =>
      typeof scope !== 'string' || declared.has(scope)
        ? []
        : {
            where: `plugin ${manifest.name}`,
            what: `its route ${operationId} needs the scope ${scope}, which no loaded plugin declares`,
            fix: 'Declare it in `scopes` of the plugin, or load the plugin that does',
          },
    ),
  );
}
