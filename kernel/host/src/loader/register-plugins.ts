import { type Container, type Logger, LOGGER, PLUGIN_CONFIG } from '@costplane/plugin-api';
import { type RootContainer } from '../container/container.ts';
import { describeThrown } from '../errors/describe-thrown.ts';
import { type StartupProblem } from '@costplane/plugin-api/internal';
import { mountRoute } from '../http/mount-route.ts';
import { type MountedRoute } from '../http/mounted-route.ts';
import { withTimeout } from './import-plugin.ts';
import { type LoadedPlugin } from './load-plugins.ts';

const registerWithinSeconds = 30;

/** The routes of all plugins, ready to be served, and what kept some from being. */
export interface Registered {
  readonly routes: readonly MountedRoute[];
  readonly problems: readonly StartupProblem[];
}

/** Lets each plugin register what is its own in a container of its own, and prepares its routes. */
export async function registerPlugins(
  loaded: readonly LoadedPlugin[],
  root: RootContainer,
  log: Logger,
): Promise<Registered> {
  const each = await Promise.all(
    loaded.map((plugin) => register(plugin, root.forPlugin(plugin.manifest.name), log)),
  );
  return {
    routes: each.flatMap(({ routes }) => routes),
    problems: each.flatMap(({ problems }) => problems),
  };
}

async function register(
  { plugin, manifest, config, routes }: LoadedPlugin,
  container: Container,
  log: Logger,
): Promise<Registered> {
  const toProblem = (what: string, error: unknown): StartupProblem => ({
    where: `plugin ${manifest.name}`,
    what: `${what}: ${describeThrown(error)}`,
    fix: 'Fix the plugin or remove it from the configuration',
    cause: error,
  });
  container.provide(PLUGIN_CONFIG, config);
  container.provide(LOGGER, labelled(log, plugin.id));
  try {
    const registering = (async () => plugin.register?.(container, config))();
    await withTimeout(registering, registerWithinSeconds);
  } catch (error) {
    return { routes: [], problems: [toProblem('failed in `register`', error)] };
  }
  const mounted: MountedRoute[] = [];
  const problems: StartupProblem[] = [];
  for (const route of routes) {
    try {
      mounted.push(mountRoute(route, plugin.id, container));
    } catch (error) {
      problems.push(toProblem(`its route ${route.operationId} cannot be served`, error));
    }
  }
  return { routes: mounted, problems };
}

/** The log with every line labelled with the plugin that wrote it. */
function labelled(log: Logger, plugin: string): Logger {
  const at = (level: keyof Logger) => (fields: object, message: string) =>
    log[level]({ plugin, ...fields }, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
