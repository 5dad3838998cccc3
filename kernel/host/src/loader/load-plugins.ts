import contract from '@costplane/plugin-api/package.json' with { type: 'json' };
import { isPlugin, StartupError, type StartupProblem } from '@costplane/plugin-api/internal';
import { describeThrown } from '../errors/describe-thrown.ts';
import { settleAll } from '../errors/settle-all.ts';
import { checkKernelRange } from './check-kernel-range.ts';
import { checkPlugins } from './check-plugins.ts';
import { configurePlugin } from './configure-plugin.ts';
import { describeDeclaration } from './definition-schema.ts';
import { dropOverridden } from './drop-overridden.ts';
import { explainImportFailure, importPlugin } from './import-plugin.ts';
import { type LoadedPlugin } from './loaded-plugin.ts';
import { type PluginManifest, readPluginManifest } from './plugin-manifest.ts';
import { resolveContractFromHost } from './resolve-from-host.ts';
import { resolvePlugin } from './resolve-plugin.ts';

/** An entry of `plugins` in the config. */
export interface PluginReference {
  readonly package: string;
  readonly config?: unknown;
  /** Position in the config file of the value at a path within the entry, or of a key. */
  readonly locate?: (path: readonly string[], key?: string) => string;
}

/** The usable plugins, and the problems of the others and between them. */
export interface LoadOutcome {
  readonly loaded: readonly LoadedPlugin[];
  readonly problems: readonly StartupProblem[];
}

/** Like `tryLoadPlugins`, but throws all problems as one `StartupError`. */
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
 * Imports the configured plugins, and checks each of them (default export, kernel range, declaration, config)
 * and all together (paths, operation ids, scopes).
 */
export async function tryLoadPlugins(
  references: readonly PluginReference[],
  baseFolder: string,
  { withinSeconds = importWithinSeconds }: { readonly withinSeconds?: number } = {},
): Promise<LoadOutcome> {
  resolveContractFromHost();
  const found = await settleAll(
    references.map((reference, index) => findPlugin(reference, index, baseFolder)),
  );
  const checked = await settleAll(
    found.values.map(async (one, position) => {
      refuseRepeat(one, found.values.slice(0, position));
      return loadPlugin(one, withinSeconds);
    }),
  );
  const loaded = dropOverridden(checked.values);
  const problems = [...found.problems, ...checked.problems];
  return { loaded, problems: [...problems, ...checkPlugins(loaded, problems.length === 0)] };
}

/** A plugin that was found but not yet imported. */
interface FoundPlugin {
  readonly reference: PluginReference;
  readonly index: number;
  readonly entry: string;
  readonly manifest: PluginManifest;
}

async function findPlugin(
  reference: PluginReference,
  index: number,
  baseFolder: string,
): Promise<FoundPlugin> {
  try {
    const entry = await resolvePlugin(reference.package, baseFolder);
    return { reference, index, entry, manifest: await readPluginManifest(entry) };
  } catch (error) {
    const where = inConfig(reference, `plugin ${reference.package} (plugins[${index}])`);
    const what = `cannot be found: ${describeThrown(error)}`;
    const fix =
      'Install the package, correct its name or path, or remove it from the configuration';
    throw new StartupError([{ where, what, fix, cause: error }]);
  }
}

function refuseRepeat(one: FoundPlugin, earlier: readonly FoundPlugin[]): void {
  const first = earlier.find(({ entry }) => entry === one.entry);
  if (first === undefined) return;
  const where = inConfig(one.reference, describePlace(one));
  const what = `is loaded by plugins[${first.index}] already`;
  throw new StartupError([{ where, what, fix: 'Remove one of the two from the configuration' }]);
}

const describePlace = ({ manifest, index }: FoundPlugin) =>
  `plugin ${manifest.name} (plugins[${index}])`;

/** The description of a plugin, preceded by its position in the config file, if any. */
function inConfig(
  { locate }: PluginReference,
  words: string,
  path: readonly string[] = [],
  key?: string,
) {
  return locate ? `${locate(path, key)}: ${words}` : words;
}

async function loadPlugin(found: FoundPlugin, withinSeconds: number): Promise<LoadedPlugin> {
  const { manifest, entry, reference } = found;
  const where = describePlace(found);
  const refuse = (...problems: readonly Omit<StartupProblem, 'where'>[]): never => {
    throw new StartupError(problems.map((problem) => ({ where, ...problem })));
  };
  const range = checkKernelRange(manifest.kernelRange, contract.version);
  if (range !== undefined) refuse(range);
  const plugin = await importPlugin(entry, withinSeconds).catch((error: unknown) => {
    const { what, fix } = explainImportFailure(error, manifest.folder);
    return refuse({ what: `cannot be imported: ${what}`, fix, cause: error });
  });
  if (!isPlugin(plugin)) {
    const fix = 'Its default export must come from definePlugin()';
    return refuse({ what: 'is not a plugin', fix });
  }
  const wrong = describeDeclaration('definition', plugin);
  if (wrong.length > 0) refuse(...wrong.map((what) => ({ what })));
  const configured = configurePlugin(plugin, reference.config, (path, key) =>
    path ? inConfig(reference, where, path, key) : where,
  );
  return { plugin, manifest, ...configured, leftOut: [] };
}
