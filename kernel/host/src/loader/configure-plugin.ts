import { type ErrorObject, type ValidateFunction } from 'ajv';
import { type Plugin, type Route } from '@costplane/plugin-api';
import { StartupError, type StartupProblem } from '@costplane/plugin-api/internal';
import { describeThrown } from '../errors/describe-thrown.ts';
import { compileSettings, validateSchema } from '../schema-validation/compile-schema.ts';
import { describeSetting } from '../schema-validation/describe-setting.ts';
import { checkRoute } from './check-route.ts';

/** The location of a problem: the plugin, or a part of its entry in the config. */
type Locate = (path?: readonly string[], key?: string) => string;

/** A plugin's config with defaults, and the routes that result from it. */
export function configurePlugin(plugin: Plugin, given: unknown, locate: Locate) {
  const config: unknown = structuredClone(given ?? {});
  const ofConfig = checkConfig(plugin, config, locate);
  if (ofConfig.length > 0) throw new StartupError(ofConfig);
  const where = locate();
  const routes = createRoutes(plugin, config, where);
  const ofRoutes = checkRoutes(routes).map((what) => ({ where, what }));
  if (ofRoutes.length > 0) throw new StartupError(ofRoutes);
  return { config, routes };
}

function checkConfig({ config: schema }: Plugin, config: unknown, locate: Locate) {
  if (schema === undefined) {
    if (typeof config === 'object' && Object.keys(config ?? {}).length === 0) return [];
    const where = locate([], 'config');
    return [{ where, what: 'takes no config', fix: 'Remove `config` from its entry' }];
  }
  let accepts: ValidateFunction;
  try {
    const problem = validateSchema(schema);
    if (problem !== undefined) throw new TypeError(problem);
    accepts = compileSettings({ additionalProperties: false, ...schema });
  } catch (error) {
    const what = `\`config\` is not a JSON Schema: ${describeThrown(error)}`;
    return [{ where: locate(), what, cause: error }];
  }
  if (accepts(config)) return [];
  const byKey = Map.groupBy(accepts.errors ?? [], (error) => splitKey(error).join('/'));
  return [...byKey.values()].map((errors) => toProblem(errors, locate));
}

/** The problems of one key. */
function toProblem(errors: readonly ErrorObject[], locate: Locate): StartupProblem {
  const what = errors.map((error) => {
    const key = error.instancePath.replaceAll('/', '.');
    const { what: wrong, fix } = describeSetting(error);
    return [`config${key} ${wrong}`, ...(fix === undefined ? [] : [fix])].join('; ');
  });
  const [path = '', key] = errors[0] ? splitKey(errors[0]) : [];
  return {
    where: locate(['config', ...path.split('/').slice(1).map(unescapePointer)], key),
    what: what.join('; '),
    fix: 'The options are in the README of the plugin',
  };
}

/** Path of the invalid value, including an unknown key. */
function splitKey({ instancePath, params }: ErrorObject): [path: string, key?: string] {
  const { additionalProperty } = params as { additionalProperty?: string };
  return additionalProperty === undefined ? [instancePath] : [instancePath, additionalProperty];
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

function createRoutes({ routes }: Plugin, config: unknown, where: string): readonly Route[] {
  try {
    return typeof routes === 'function' ? routes(config) : routes;
  } catch (error) {
    const what = `failed to create its routes: ${describeThrown(error)}`;
    throw new StartupError([{ where, what, fix: 'Fix the plugin or its config', cause: error }]);
  }
}

function checkRoutes(routes: readonly Route[]): string[] {
  if (!Array.isArray(routes)) return ['`routes` must return a list of routes'];
  return routes.flatMap((route: Partial<Route> | null, index) => {
    const { operationId = '' } = route ?? {};
    const name = operationId === '' ? `routes[${index}]` : operationId;
    return checkRoute(route).map((what) => `its route ${name}: ${what}`);
  });
}
