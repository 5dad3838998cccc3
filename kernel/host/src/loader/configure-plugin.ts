import { type ErrorObject, type ValidateFunction } from 'ajv';
import { type EntryPart } from '../config/plugin-places.ts';
import { describeThrown } from '../errors/describe-thrown.ts';
import { type StartupProblem } from '@costplane/plugin-api/internal';
import { compileSettings } from '../schema-validation/compile-schema.ts';
import { describeSetting } from '../schema-validation/describe-setting.ts';
import { checkRoute } from './check-route.ts';
import { type Plugin, type Route } from '@costplane/plugin-api';

/** A problem of a plugin, and of which part of its entry in the config, if it is one of that. */
type Problem = Omit<StartupProblem, 'where'> & { readonly part?: EntryPart };

/** A plugin's config with its defaults, and the routes that it makes of it. */
export type Configured =
  | { readonly config: unknown; readonly routes: readonly Route[] }
  | { readonly problems: readonly Problem[] };

export function configurePlugin(plugin: Plugin, given: unknown): Configured {
  const config = structuredClone(given ?? {});
  const wrong = checkConfig(plugin, config);
  if (wrong.length > 0) return { problems: wrong };
  let routes: unknown;
  try {
    routes = typeof plugin.routes === 'function' ? plugin.routes(config) : plugin.routes;
  } catch (error) {
    const what = `failed to create its routes: ${describeThrown(error)}`;
    return { problems: [{ what, fix: 'Fix the plugin or its config', cause: error }] };
  }
  const problems = checkRoutes(routes);
  return problems.length > 0 ? { problems } : { config, routes: routes as readonly Route[] };
}

function checkConfig({ config: schema }: Plugin, config: object): Problem[] {
  if (schema === undefined) {
    if (typeof config === 'object' && Object.keys(config).length === 0) return [];
    const part = { path: [], key: 'config' };
    return [{ what: 'takes no config', fix: 'Remove `config` from its entry', part }];
  }
  let accepts: ValidateFunction;
  try {
    accepts = compileSettings({ additionalProperties: false, ...schema });
  } catch (error) {
    return [{ what: `\`config\` is not a JSON Schema: ${describeThrown(error)}`, cause: error }];
  }
  if (accepts(config)) return [];
  const byKey = Map.groupBy(accepts.errors ?? [], (error) => keyOf(error).join('/'));
  return [...byKey.values()].map(toProblem);
}

/** What is wrong with one key, which may be several things. */
function toProblem(errors: readonly ErrorObject[]): Problem {
  const what = errors.map((error) => {
    const key = error.instancePath.replaceAll('/', '.');
    const { what: wrong, fix } = describeSetting(error);
    return [`config${key} ${wrong}`, ...(fix === undefined ? [] : [fix])].join('; ');
  });
  const [path = '', key] = errors[0] ? keyOf(errors[0]) : [];
  return {
    what: what.join('; '),
    fix: 'The options are in the README of the plugin',
    part: { path: ['config', ...path.split('/').slice(1).map(unescapePointer)], key },
  };
}

/** The value that is wrong and, of a map with a key that it has not, the key. */
function keyOf({ instancePath, params }: ErrorObject): [path: string, key?: string] {
  const { additionalProperty } = params as { additionalProperty?: string };
  return additionalProperty === undefined ? [instancePath] : [instancePath, additionalProperty];
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

function checkRoutes(routes: unknown): Problem[] {
  if (!Array.isArray(routes)) return [{ what: '`routes` must return a list of routes' }];
  return routes.flatMap((route: unknown, index) =>
    checkRoute(route).map((what) => ({ what: `its route ${nameOf(route, index)}: ${what}` })),
  );
}

function nameOf(route: unknown, index: number): string {
  const { operationId } = (route ?? {}) as { operationId?: unknown };
  return typeof operationId === 'string' && operationId !== '' ? operationId : `routes[${index}]`;
}
