import { loadPlugins, type LoadedPlugin } from '@costplane/kernel/host';
import { printJson, printLines } from '../print.ts';
import { readServiceConfig } from '../service/read-service-config.ts';

export interface ListPluginsOptions {
  config?: string;
  json?: boolean;
}

/** Shows the plugins of the config, and what each brings. */
export async function listPlugins(options: ListPluginsOptions): Promise<void> {
  const { config, baseFolder } = await readServiceConfig(options);
  const plugins = (await loadPlugins(config.plugins, baseFolder)).map(describePlugin);
  if (options.json) printJson(plugins);
  else for (const plugin of plugins) printLines(...linesOf(plugin));
}

function describePlugin({ plugin, manifest, routes }: LoadedPlugin) {
  return {
    name: manifest.name,
    version: manifest.version,
    kernel_range: manifest.kernelRange,
    routes: routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    scopes: Object.keys(plugin.scopes ?? {}),
    loaded_from: manifest.folder,
  };
}

function linesOf(plugin: ReturnType<typeof describePlugin>): string[] {
  return [
    `${plugin.name} ${plugin.version} (kernel ${plugin.kernel_range ?? 'not said'})`,
    `  from    ${plugin.loaded_from}`,
    `  scopes  ${plugin.scopes.join(', ') || 'none'}`,
    ...plugin.routes.map((route, index) => `  ${index === 0 ? 'routes' : '      '}  ${route}`),
  ];
}
