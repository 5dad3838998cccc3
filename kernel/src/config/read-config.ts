import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type ErrorObject } from 'ajv';
import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { StartupError, type StartupProblem } from '../errors/startup-error.ts';
import { compileSettings, describeSchemaError } from '../schema-validation/compile-schema.ts';
import { configSchema, type ServiceConfig } from './config-schema.ts';

const defaultFile = 'costplane.config.yaml';
const correctFile = 'Correct the config file';

/** The config of a service: what the file says, over it what the environment says. */
export interface LoadedConfig {
  readonly config: ServiceConfig;
  /** The file it was read from; `undefined` for the defaults. */
  readonly file: string | undefined;
  /** What relative plugin paths are relative to. */
  readonly baseFolder: string;
  readonly databaseUrl: string | undefined;
  /** Where history is read from; `undefined`: where everything else is. */
  readonly ledgerDatabaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
}

export interface ReadConfigOptions {
  readonly file?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly folder: string;
  /** The plugins that are loaded when there is no config file. */
  readonly defaultPlugins: readonly string[];
  readonly port?: number | undefined;
}

const isValid = compileSettings(configSchema);

/** Reads and checks the config; everything that is wrong is thrown as one `StartupError`. */
export async function readConfig(options: ReadConfigOptions): Promise<LoadedConfig> {
  const { environment, folder } = options;
  const file = configFile(options);
  const config = file === undefined ? defaults(options.defaultPlugins) : await readConfigFile(file);
  applyEnvironment(config, environment);
  if (options.port !== undefined) config.server.port = options.port;
  return {
    config,
    file,
    baseFolder: file === undefined ? folder : dirname(file),
    databaseUrl: nonEmpty(environment.DATABASE_URL),
    ledgerDatabaseUrl: nonEmpty(environment.LEDGER_DATABASE_URL),
    redisUrl: nonEmpty(environment.REDIS_URL),
  };
}

function configFile({ file, environment, folder }: ReadConfigOptions): string | undefined {
  const named = file ?? nonEmpty(environment.COSTPLANE_CONFIG);
  if (named !== undefined) return resolve(folder, named);
  const usual = resolve(folder, defaultFile);
  return existsSync(usual) ? usual : undefined;
}

function defaults(plugins: readonly string[]): ServiceConfig {
  const config = { plugins: plugins.map((name) => ({ package: name })) };
  isValid(config);
  return config as ServiceConfig;
}

async function readConfigFile(file: string): Promise<ServiceConfig> {
  const lines = new LineCounter();
  const document = parseDocument(await readText(file), { lineCounter: lines });
  const [syntaxError] = document.errors;
  if (syntaxError) {
    const { line } = lines.linePos(syntaxError.pos[0]);
    const what = syntaxError.message.split('\n', 1)[0] ?? '';
    throw refuse(`${file}:${line}`, `is not YAML: ${what.replace(/ at line .*$/, '')}`);
  }
  const config = toValue(document, file);
  if (isValid(config)) return requireUsableUrl(config as ServiceConfig, file);
  throw new StartupError(
    (isValid.errors ?? []).map((error) => toProblem(error, file, document, lines)),
  );
}

function toValue(document: Document, file: string): unknown {
  try {
    return (document.toJS() ?? {}) as unknown;
  } catch (error) {
    throw refuse(file, `is not YAML: ${(error as Error).message.split('\n', 1)[0] ?? ''}`);
  }
}

function requireUsableUrl(config: ServiceConfig, file: string): ServiceConfig {
  const { publicUrl } = config.server;
  if (publicUrl === undefined || URL.canParse(publicUrl)) return config;
  throw refuse(file, `server.publicUrl is not a URL (got "${publicUrl}")`, correctFile);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw refuse(
      file,
      code === 'ENOENT' ? 'there is no such config file' : `cannot be read (${code ?? 'error'})`,
      'Name another with --config or COSTPLANE_CONFIG',
    );
  }
}

function toProblem(
  error: ErrorObject,
  file: string,
  document: Document,
  lines: LineCounter,
): StartupProblem {
  const path = error.instancePath.split('/').slice(1);
  const { additionalProperty } = error.params as { additionalProperty?: string };
  const position = positionOf(document, path, additionalProperty);
  const at = position === undefined ? file : `${file}:${lines.linePos(position).line}`;
  const key = path.length === 0 ? '' : `${path.join('.')} `;
  return { where: at, what: `${key}${describeSchemaError(error)}`, fix: correctFile };
}

/** Where a value, or a key inside it, stands in the text. */
function positionOf(
  document: Document,
  path: readonly string[],
  key: string | undefined,
): number | undefined {
  const keys = path.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const node = keys.length === 0 ? document.contents : document.getIn(keys, true);
  if (key === undefined || !isMap(node)) return startOf(node);
  const pair = node.items.find(({ key: name }) => isScalar(name) && name.value === key);
  return startOf(pair?.key);
}

const startOf = (node: unknown) =>
  (node as { range?: [number, number, number] | null } | null | undefined)?.range?.[0];

function applyEnvironment(config: ServiceConfig, environment: NodeJS.ProcessEnv): void {
  const port = nonEmpty(environment.PORT);
  if (port !== undefined) config.server.port = readPort(port, 'PORT');
  const managementPort = nonEmpty(environment.MANAGEMENT_PORT);
  if (managementPort !== undefined) {
    config.management.port = readPort(managementPort, 'MANAGEMENT_PORT');
  }
  config.server.host = nonEmpty(environment.HOST) ?? config.server.host;
  const level = nonEmpty(environment.LOG_LEVEL);
  if (level !== undefined) config.log.level = level as ServiceConfig['log']['level'];
  if (!isValid(config)) {
    const levels = configSchema.properties.log.properties.level as unknown as { enum: string[] };
    throw refuse('LOG_LEVEL', `must be one of ${levels.enum.join(', ')}`);
  }
}

function readPort(text: string, variable: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw refuse(variable, `must be a number from 0 to 65535 (got "${text}")`);
}

const nonEmpty = (text: string | undefined) => (text === '' ? undefined : text);

const refuse = (where: string, what: string, fix?: string) =>
  new StartupError([{ where, what, ...(fix === undefined ? {} : { fix }) }]);
