import { describeThrown } from '../errors/describe-thrown.ts';
import { type StartupProblem } from '../errors/startup-error.ts';
import { compileSettings, describeSchemaError } from '../schema-validation/compile-schema.ts';
import { checkRoute } from './check-route.ts';
import { type Plugin } from './define-plugin.ts';
import { type Route } from './define-route.ts';

type Problem = Omit<StartupProblem, 'where'>;

/** A plugin's config with its defaults, and the routes that it makes of it. */
export type Configured =
  | { readonly config: unknown; readonly routes: readonly Route[] }
  | { readonly problems: readonly Problem[] };

export function configurePlugin(plugin: Plugin, given: unknown): Configured {
  const config = structuredClone(given ?? {});
  const problem = checkConfig(plugin, config);
  if (problem !== undefined) return { problems: [problem] };
  let routes: unknown;
  try {
    routes = typeof plugin.routes === 'function' ? plugin.routes(config) : plugin.routes;
  } catch (error) {
    const what = `fails to make its routes: ${describeThrown(error)}`;
    return { problems: [{ what, fix: 'Mend the plugin, or its config', cause: error }] };
  }
  const problems = checkRoutes(routes);
  return problems.length > 0 ? { problems } : { config, routes: routes as readonly Route[] };
}

function checkConfig({ config: schema }: Plugin, config: object): Problem | undefined {
  if (schema === undefined) {
    if (Object.keys(config).length === 0) return undefined;
    return { what: 'takes no config', fix: 'Remove `config` from its entry' };
  }
  const accepts = compileSettings({ additionalProperties: false, ...schema });
  if (accepts(config)) return undefined;
  const problems = (accepts.errors ?? []).map((error) => {
    const key = error.instancePath.replaceAll('/', '.');
    return `config${key} ${describeSchemaError(error)}`;
  });
  return { what: problems.join('; '), fix: 'The options are in the README of the plugin' };
}

function checkRoutes(routes: unknown): Problem[] {
  if (!Array.isArray(routes)) return [{ what: '`routes` must make a list of routes' }];
  return routes.flatMap((route: unknown, index) =>
    checkRoute(route).map((what) => ({ what: `its route ${nameOf(route, index)}: ${what}` })),
  );
}

function nameOf(route: unknown, index: number): string {
  const { operationId } = (route ?? {}) as { operationId?: unknown };
  return typeof operationId === 'string' && operationId !== '' ? operationId : `routes[${index}]`;
}
