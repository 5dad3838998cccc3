import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { compileSettings, type PluginReference } from '@costplane/kernel/loader';
import { StartupError, type StartupProblem } from '@costplane/plugin-api/internal';
import { nonEmpty } from '../environment.ts';
import { FileError, type FileProblem, formatPlace } from '../yaml/file-error.ts';
import { type YamlFile } from '../yaml/parse-yaml.ts';
import { type Config, configSchema, logLevels } from './config-schema.ts';
import { defaultFile, findConfigFile } from './find-config-file.ts';

const correctFile = 'Correct the config file';
const nameAnother = 'Choose another one with --config or COSTPLANE_CONFIG';
const noSuchFile = ['the config file does not exist', nameAnother] as const;

/** The config of a service: the environment overrides the file. */
export interface LoadedConfig {
  readonly config: Config;
  /** The configured plugins, with their positions in the file. */
  readonly references: readonly PluginReference[];
  /** Path of the file; `undefined` for the defaults. */
  readonly file: string | undefined;
  /** Folder that relative plugin paths start from. */
  readonly baseFolder: string;
  readonly databaseUrl: string | undefined;
  /** Database of the ledger; `undefined`: the same as for everything else. */
  readonly ledgerDatabaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
}

export interface ReadConfigOptions {
  readonly file?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly folder: string;
  /** The plugins to load without a config file; if undefined, a file is required. */
  readonly defaultPlugins?: readonly string[];
  readonly port?: number | undefined;
}

/** Reads and checks the config; all problems are thrown as one `StartupError`. */
export async function readConfig(options: ReadConfigOptions): Promise<LoadedConfig> {
  const { environment, folder } = options;
  const file = findConfigFile(options);
  const { config, references } =
    file === undefined ? defaults(options) : await readConfigFile(file);
  applyEnvironment(config, environment);
  if (options.port !== undefined) config.server.port = options.port;
  return {
    config,
    references,
    file,
    baseFolder: file === undefined ? folder : dirname(file),
    databaseUrl: nonEmpty(environment.DATABASE_URL),
    ledgerDatabaseUrl: nonEmpty(environment.LEDGER_DATABASE_URL),
    redisUrl: nonEmpty(environment.REDIS_URL),
  };
}

type Given = Pick<LoadedConfig, 'config' | 'references'>;

function defaults({ folder, defaultPlugins }: ReadConfigOptions): Given {
  if (defaultPlugins === undefined) throw refuse(resolve(folder, defaultFile), ...noSuchFile);
  const references = defaultPlugins.map((name) => ({ package: name }));
  const config = { plugins: references };
  compileSettings(configSchema)(config);
  return { config: config as unknown as Config, references };
}

async function readConfigFile(file: string): Promise<Given> {
  const text = await readText(file);
  // Imported only for a file, because the YAML reader loads more modules than the kernel.
  const { parseYaml } = await import('../yaml/parse-yaml.ts');
  const { compileYamlCheck } = await import('../yaml/check-yaml.ts');
  const yaml = asStartup(() => parseYaml(text, file));
  const problems = compileYamlCheck(configSchema)(yaml);
  if (problems.length > 0) throw new StartupError(problems.map(toStartupProblem));
  const config = yaml.value as Config;
  requireUsableUrl(config, file);
  const references = config.plugins.map((entry, index): PluginReference => ({
    ...entry,
    locate: (path, key) => formatPlace(yaml.problem(['plugins', index, ...path], '', '', key)),
  }));
  return { config, references };
}

function asStartup(parse: () => YamlFile): YamlFile {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new StartupError(error.problems.map(toStartupProblem));
  }
}

const toStartupProblem = (problem: FileProblem): StartupProblem => ({
  where: formatPlace(problem),
  what: `${problem.what}; ${problem.fix}`,
});

function requireUsableUrl({ server: { publicUrl } }: Config, file: string): void {
  if (publicUrl === undefined || URL.canParse(publicUrl)) return;
  throw refuse(file, `server.publicUrl is not a URL (got "${publicUrl}")`, correctFile);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw refuse(file, ...noSuchFile);
    throw refuse(file, `cannot be read (${code ?? 'error'})`, nameAnother);
  }
}

function applyEnvironment(config: Config, environment: NodeJS.ProcessEnv): void {
  const port = nonEmpty(environment.PORT);
  if (port !== undefined) config.server.port = readPort(port, 'PORT');
  const managementPort = nonEmpty(environment.MANAGEMENT_PORT);
  if (managementPort !== undefined) {
    config.management.port = readPort(managementPort, 'MANAGEMENT_PORT');
  }
  config.server.host = nonEmpty(environment.HOST) ?? config.server.host;
  const checkEvery = nonEmpty(environment.RESPONSE_CHECK_EVERY);
  if (checkEvery !== undefined) {
    config.server.responseCheckEvery = readNumber(checkEvery, 'RESPONSE_CHECK_EVERY', 1, 1_000_000);
  }
  const level = nonEmpty(environment.LOG_LEVEL);
  if (level !== undefined) config.log.level = readLogLevel(level);
}

function readLogLevel(text: string): Config['log']['level'] {
  const level = logLevels.find((known) => known === text);
  if (level === undefined) throw refuse('LOG_LEVEL', `must be one of ${logLevels.join(', ')}`);
  return level;
}

const readPort = (text: string, variable: string) => readNumber(text, variable, 0, 65_535);

function readNumber(text: string, variable: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number;
  throw refuse(variable, `must be a number from ${least} to ${most} (got "${text}")`);
}

const refuse = (where: string, what: string, fix?: string) =>
  new StartupError([{ where, what, ...(fix === undefined ? {} : { fix }) }]);
