import { type ErrorObject } from 'ajv';
import { type Plugin, type Route } from '@costplane/plugin-api';
import { type StartupProblem } from '@costplane/plugin-api/internal';
import { type EntryPart } from '../config/plugin-places.ts';
import { describeThrown } from '../errors/describe-thrown.ts';
import { compileSettings } from '../schema-validation/compile-schema.ts';
import { describeSetting } from '../schema-validation/describe-setting.ts';
import { checkRoute } from './check-route.ts';

/** A problem of a plugin, and of which part of its entry in the config, if it is one of that. */
export type Problem = Omit<StartupProblem, 'where'> & { readonly part?: EntryPart };

/** A plugin's config with its defaults, and the routes that it makes of it. */
export type Configured =
  | { readonly config: unknown; readonly routes: readonly Route[] }
  | { readonly problems: readonly Problem[] };

export function configurePlugin(plugin: Plugin, given: unknown): Configured {
  const config: unknown = structuredClone(given ?? {});
  try {
    const wrong = checkConfig(plugin, config);
    if (wrong.length > 0) return { problems: wrong };
  } catch (error) {
    const what = `\`config\` is not a JSON Schema: ${describeThrown(error)}`;
    return { problems: [{ what, cause: error }] };
  }
  try {
    const routes = typeof plugin.routes === 'function' ? plugin.routes(config) : plugin.routes;
    const problems = checkRoutes(routes);
    return problems.length > 0 ? { problems } : { config, routes };
  } catch (error) {
    const what = `failed to create its routes: ${describeThrown(error)}`;
    return { problems: [{ what, fix: 'Fix the plugin or its config', cause: error }] };
  }
}

function checkConfig({ config: schema }: Plugin, config: unknown): Problem[] {
  if (schema === undefined) {
    if (Object.keys(config as object).length === 0) return [];
    const part = { path: [], key: 'config' };
    return [{ what: 'takes no config', fix: 'Remove `config` from its entry', part }];
  }
  const accepts = compileSettings({ additionalProperties: false, ...schema });
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

function checkRoutes(routes: readonly Route[]): Problem[] {
  if (!Array.isArray(routes)) return [{ what: '`routes` must return a list of routes' }];
  return routes.flatMap((route: Partial<Route> | null, index) => {
    const { operationId = '' } = route ?? {};
    const name = operationId === '' ? `routes[${index}]` : operationId;
    return checkRoute(route).map((what) => ({ what: `its route ${name}: ${what}` }));
  });
}
