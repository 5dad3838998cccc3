import { type Container, type Logger, LOGGER, PLUGIN_CONFIG } from '@costplane/plugin-api';
import { type RootContainer } from '../container/container.ts';
import { describeThrown } from '../errors/describe-thrown.ts';
import { settleAll } from '../errors/settle-all.ts';
import { StartupError } from '@costplane/plugin-api/internal';
import { type MountedRoute, mountRoute } from '../http/mount-route.ts';
import { withTimeout } from './import-plugin.ts';
import { type LoadedPlugin } from './loaded-plugin.ts';

const registerWithinSeconds = 30;

/**
 * Runs `register` of each plugin with its own container. Returns the mounted routes of all plugins, and the
 * problems that occurred.
 */
export async function registerPlugins(
  loaded: readonly LoadedPlugin[],
  root: RootContainer,
  log: Logger,
  checkEvery: number,
) {
  const { values, problems } = await settleAll(
    loaded.map((plugin) => register(plugin, root.forPlugin(plugin.manifest.name), log, checkEvery)),
  );
  return { routes: values.flat(), problems };
}

async function register(
  { plugin, manifest, config, routes }: LoadedPlugin,
  container: Container,
  log: Logger,
  checkEvery: number,
): Promise<readonly MountedRoute[]> {
  const refuse = (what: string, cause: unknown) => {
    const fix = 'Fix the plugin or remove it from the configuration';
    const where = `plugin ${manifest.name}`;
    return new StartupError([{ where, what: `${what}: ${describeThrown(cause)}`, fix, cause }]);
  };
  container.provide(PLUGIN_CONFIG, config);
  container.provide(LOGGER, labelled(log, plugin.id));
  try {
    const registering = (async () => plugin.register?.(container, config))();
    await withTimeout(registering, registerWithinSeconds);
  } catch (error) {
    throw refuse('failed in `register`', error);
  }
  return routes.map((route) => {
    try {
      return mountRoute(route, plugin, container, checkEvery);
    } catch (error) {
      throw refuse(`its route ${route.operationId} cannot be served`, error);
    }
  });
}

/** A log that labels every line with the plugin. */
function labelled(log: Logger, plugin: string): Logger {
  const at = (level: keyof Logger) => (fields: object, message: string) =>
    log[level]({ plugin, ...fields }, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
