import { readFile } from 'node:fs/promises';
import { type EntryPart, placeInConfig } from '../config/plugin-places.ts';
import { describeThrown } from '../errors/describe-thrown.ts';
import { isPlugin, StartupError, type StartupProblem } from '@costplane/plugin-api/internal';
import { checkDefinition } from './check-definition.ts';
import { checkKernelRange } from './check-kernel-range.ts';
import { checkPlugins } from './check-plugins.ts';
import { configurePlugin } from './configure-plugin.ts';
import { type Plugin, type Route } from '@costplane/plugin-api';
import { giveWay } from './give-way.ts';
import { explainImportFailure, importPlugin } from './import-plugin.ts';
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

const importWithinSeconds = 30;

/**
 * Imports the plugins that the config names, and checks each (that it is one, its kernel range, its
 * declaration, its config) and all together (paths, operation ids, scopes).
 */
export async function tryLoadPlugins(
  references: readonly PluginReference[],
  baseFolder: string,
  { withinSeconds = importWithinSeconds }: { readonly withinSeconds?: number } = {},
): Promise<LoadOutcome> {
  lendKernelToPlugins();
  const kernelVersion = await readContractVersion();
  const found = await Promise.all(
    references.map((reference, index) => findPlugin(reference, index, baseFolder)),
  );
  const once = refuseRepeats(found);
  const outcomes = await Promise.all(
    once.map(async (one) =>
      'problem' in one ? one : await tryLoadPlugin(one, kernelVersion, withinSeconds),
    ),
  );
  const loaded = giveWay(
    outcomes.flatMap((outcome) => ('loaded' in outcome ? outcome.loaded : [])),
  );
  const own = outcomes.flatMap((outcome): readonly StartupProblem[] => {
    if ('problem' in outcome) return [outcome.problem];
    return 'problems' in outcome ? outcome.problems : [];
  });
  return { loaded, problems: [...own, ...checkPlugins(loaded, own.length === 0)] };
}

/** The version of the contract, which plugins' peer ranges are held against. */
async function readContractVersion(): Promise<string> {
  const manifest = new URL(import.meta.resolve('@costplane/plugin-api/package.json'));
  return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version;
}

/** A plugin that is there, and has not been imported yet. */
interface FoundPlugin {
  readonly reference: PluginReference;
  readonly index: number;
  readonly entry: string;
  readonly manifest: PluginManifest;
}
interface Refused {
  readonly problem: StartupProblem;
}

async function findPlugin(
  reference: PluginReference,
  index: number,
  baseFolder: string,
): Promise<FoundPlugin | Refused> {
  try {
    const entry = await resolvePlugin(reference.package, baseFolder);
    return { reference, index, entry, manifest: await readPluginManifest(entry) };
  } catch (error) {
    return {
      problem: {
        where: inConfig(reference, `plugin ${reference.package} (plugins[${index}])`),
        what: `cannot be found: ${describeThrown(error)}`,
        fix: 'Install the package, correct its name or path, or remove it from the configuration',
        cause: error,
      },
    };
  }
}

/** One that is named twice would claim all that it has twice. */
function refuseRepeats(found: readonly (FoundPlugin | Refused)[]): (FoundPlugin | Refused)[] {
  const first = new Map<string, FoundPlugin>();
  return found.map((one) => {
    if ('problem' in one) return one;
    const before = first.get(one.entry);
    if (before === undefined) {
      first.set(one.entry, one);
      return one;
    }
    const what = `is loaded by plugins[${before.index}] already`;
    const where = inConfig(one.reference, whereOf(one));
    return { problem: { where, what, fix: 'Remove one of the two from the configuration' } };
  });
}

const whereOf = ({ manifest, index }: FoundPlugin) => `plugin ${manifest.name} (plugins[${index}])`;

/** The words for a plugin with their place before them, where a config file has the entry. */
function inConfig(reference: PluginReference, words: string, part?: EntryPart): string {
  const place = placeInConfig(reference, part);
  return place === undefined ? words : `${place}: ${words}`;
}

type Outcome = { readonly loaded: LoadedPlugin } | { readonly problems: readonly StartupProblem[] };

/** Whatever a plugin makes the checks fail at is a problem of that plugin, and of no other. */
async function tryLoadPlugin(
  found: FoundPlugin,
  kernelVersion: string,
  withinSeconds: number,
): Promise<Outcome> {
  try {
    return await loadPlugin(found, kernelVersion, withinSeconds);
  } catch (error) {
    const what = `cannot be loaded: ${describeThrown(error)}`;
    const fix = 'Fix the plugin or remove it from the configuration';
    return { problems: [{ where: whereOf(found), what, fix, cause: error }] };
  }
}

async function loadPlugin(
  found: FoundPlugin,
  kernelVersion: string,
  withinSeconds: number,
): Promise<Outcome> {
  const { manifest, entry, reference } = found;
  const where = whereOf(found);
  const refuse = (what: string, fix: string, cause?: unknown) => ({
    problems: [{ where, what, fix, ...(cause === undefined ? {} : { cause }) }],
  });
  const range = checkKernelRange(manifest.kernelRange, kernelVersion);
  if (range !== undefined) return refuse(range.what, range.fix);
  let exported: unknown;
  try {
    exported = await importPlugin(entry, withinSeconds);
  } catch (error) {
    const { what, fix } = explainImportFailure(error, { kernelVersion, folder: manifest.folder });
    return refuse(`cannot be imported: ${what}`, fix, error);
  }
  if (!isPlugin(exported)) {
    return refuse('is not a plugin', 'Its default export must come from definePlugin()');
  }
  const problems = checkDefinition(exported);
  if (problems.length > 0) return { problems: problems.map((what) => ({ where, what })) };
  const configured = configurePlugin(exported, reference.config);
  if ('problems' in configured) {
    return {
      problems: configured.problems.map(({ part, ...problem }) => ({
        where: part === undefined ? where : inConfig(reference, where, part),
        ...problem,
      })),
    };
  }
  return { loaded: { plugin: exported, manifest, ...configured, leftOut: [] } };
}
