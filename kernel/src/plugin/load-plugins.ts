import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { satisfies, validRange } from 'semver';
import { StartupError, type StartupProblem } from '../errors/startup-error.ts';
import { compileSettings, describeSchemaError } from '../schema-validation/compile-schema.ts';
import { checkPlugins } from './check-plugins.ts';
import { isPlugin, type Plugin } from './define-plugin.ts';
import { type Route } from './define-route.ts';
import { giveWay } from './give-way.ts';
import { lendKernelToPlugins } from './lend-kernel.ts';
import { type PluginManifest, readPluginManifest } from './plugin-manifest.ts';
import { resolvePlugin } from './resolve-plugin.ts';

/** An entry of `plugins` in the config. */
export interface PluginReference {
  readonly package: string;
  readonly config?: unknown;
}

/** A plugin that passed every check that needs no database. */
export interface LoadedPlugin {
  readonly plugin: Plugin;
  readonly manifest: PluginManifest;
  readonly config: unknown;
  /** Those that are served. */
  readonly routes: readonly Route[];
  readonly leftOut: readonly LeftOutRoute[];
}

/** A route that gave way, and the package whose route has its path. */
export interface LeftOutRoute {
  readonly route: Route;
  readonly takenBy: string;
}

/** The plugins that can be used, and what is wrong with the others and between them. */
export interface LoadOutcome {
  readonly loaded: readonly LoadedPlugin[];
  readonly problems: readonly StartupProblem[];
}

/** `tryLoadPlugins`, where anything that is wrong is thrown as one `StartupError`. */
export async function loadPlugins(
  references: readonly PluginReference[],
  baseFolder: string,
): Promise<readonly LoadedPlugin[]> {
  const { loaded, problems } = await tryLoadPlugins(references, baseFolder);
  if (problems.length > 0) throw new StartupError(problems);
  return loaded;
}

/**
 * Imports the plugins that the config names, and checks each (that it is one, its kernel range,
 * its config) and all together (paths, operation ids, scopes).
 */
export async function tryLoadPlugins(
  references: readonly PluginReference[],
  baseFolder: string,
): Promise<LoadOutcome> {
  lendKernelToPlugins();
  const kernelVersion = await readKernelVersion();
  const outcomes = await Promise.all(
    references.map((reference, index) => loadPlugin(reference, index, baseFolder, kernelVersion)),
  );
  const loaded = giveWay(outcomes.flatMap((outcome) => outcome.loaded ?? []));
  const problems = [...outcomes.flatMap((outcome) => outcome.problems), ...checkPlugins(loaded)];
  return { loaded, problems };
}

/** The version that plugins' kernel ranges are held against. */
export async function readKernelVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

interface Outcome {
  readonly loaded?: LoadedPlugin;
  readonly problems: readonly StartupProblem[];
}

async function loadPlugin(
  reference: PluginReference,
  index: number,
  baseFolder: string,
  kernelVersion: string,
): Promise<Outcome> {
  const where = `plugin ${reference.package} (plugins[${index}])`;
  const refuse = (what: string, fix?: string): Outcome => ({
    problems: [{ where, what, ...(fix === undefined ? {} : { fix }) }],
  });

  let entry: string;
  let manifest: PluginManifest;
  let exported: unknown;
  try {
    entry = await resolvePlugin(reference.package, baseFolder);
    manifest = await readPluginManifest(entry);
  } catch (error) {
    return refuse(
      `cannot be found: ${(error as Error).message}`,
      'Install the package, correct its name or path, or take it out of the config',
    );
  }
  const range = checkKernelRange(manifest, kernelVersion);
  if (range !== undefined) return refuse(range.what, range.fix);
  try {
    exported = ((await import(pathToFileURL(entry).href)) as { default?: unknown }).default;
  } catch (error) {
    return refuse(`cannot be imported: ${firstLine(error)}`, 'Mend or rebuild the plugin');
  }
  if (!isPlugin(exported)) {
    return refuse('is not a plugin', 'Its default export must come from definePlugin()');
  }
  return configure(exported, manifest, reference.config, refuse);
}

function checkKernelRange({ kernelRange }: PluginManifest, kernelVersion: string) {
  if (kernelRange === undefined || validRange(kernelRange) === null) {
    return {
      what: 'does not say which kernel it is for',
      fix: `Add "@costplane/kernel": "^${kernelVersion}" to peerDependencies in its package.json`,
    };
  }
  if (satisfies(kernelVersion, kernelRange, { includePrerelease: true })) return undefined;
  return {
    what: `is for kernel ${kernelRange}, and this is kernel ${kernelVersion}`,
    fix: 'Install a version of the plugin that is for this kernel',
  };
}

function configure(
  plugin: Plugin,
  manifest: PluginManifest,
  given: unknown,
  refuse: (what: string, fix?: string) => Outcome,
): Outcome {
  const config = structuredClone(given ?? {});
  if (plugin.config === undefined) {
    if (Object.keys(config).length > 0) {
      return refuse('takes no config', 'Remove `config` from its entry');
    }
  } else {
    const accepts = compileSettings({ additionalProperties: false, ...plugin.config });
    if (!accepts(config)) {
      const problems = (accepts.errors ?? []).map((error) => {
        const key = error.instancePath.replaceAll('/', '.');
        return `config${key} ${describeSchemaError(error)}`;
      });
      return refuse(problems.join('; '), 'The options are in the README of the plugin');
    }
  }
  try {
    const routes = typeof plugin.routes === 'function' ? plugin.routes(config) : plugin.routes;
    return { loaded: { plugin, manifest, config, routes, leftOut: [] }, problems: [] };
  } catch (error) {
    return refuse(`fails to make its routes: ${firstLine(error)}`);
  }
}

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
