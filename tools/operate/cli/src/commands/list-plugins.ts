import { loadPlugins, type LoadedPlugin } from '@costplane/kernel/loader';
import { printJson, printLines } from '../print.ts';
import { readServiceConfig } from '../service/read-service-config.ts';

export interface ListPluginsOptions {
  config?: string;
  json?: boolean;
}

/** Lists the configured plugins, what each provides, and which of its routes are overridden. */
export async function listPlugins(options: ListPluginsOptions): Promise<void> {
  const { references, baseFolder } = await readServiceConfig(options);
  const plugins = (await loadPlugins(references, baseFolder)).map(describePlugin);
  if (options.json) printJson(plugins);
  else for (const plugin of plugins) printLines(...describeLines(plugin));
}

function describePlugin({ plugin, manifest, routes, leftOut }: LoadedPlugin) {
  return {
    name: manifest.name,
    version: manifest.version,
    kernel_range: manifest.kernelRange,
    routes: routes.map(routeName),
    left_out: leftOut.map(({ route, takenBy }) => ({ route: routeName(route), taken_by: takenBy })),
    scopes: Object.keys(plugin.scopes ?? {}),
    shared_scopes: Object.keys(plugin.sharedScopes ?? {}),
    loaded_from: manifest.folder,
  };
}

const routeName = ({ method, path }: LoadedPlugin['routes'][number]) =>
  `${method.toUpperCase()} ${path}`;

function describeLines(plugin: ReturnType<typeof describePlugin>): string[] {
  return [
    `${plugin.name} ${plugin.version} (kernel ${plugin.kernel_range ?? 'not declared'})`,
    ...listed('from', [plugin.loaded_from]),
    ...listed('scopes', [plugin.scopes.join(', ') || 'none of its own']),
    ...listed('shares', plugin.shared_scopes.length > 0 ? [plugin.shared_scopes.join(', ')] : []),
    ...listed('routes', plugin.routes),
    ...listed(
      'left out',
      plugin.left_out.map(({ route, taken_by: owner }) => `${route}: ${owner} serves this path`),
    ),
  ];
}

/** One line per value; the first one starts with the label. */
const listed = (label: string, values: readonly string[]) =>
  values.map(
    (value, index) => `  ${(index === 0 ? label : '').padEnd('left out'.length)}  ${value}`,
  );
