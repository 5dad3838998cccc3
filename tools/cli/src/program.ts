import { Command, InvalidArgumentError, Option } from 'commander';
import type { CreateKeyOptions } from './commands/create-key.ts';
import type { CreateOrganizationOptions } from './commands/create-organization.ts';
import type { IngestOptions } from './commands/ingest.ts';
import type { ListPluginsOptions } from './commands/list-plugins.ts';
import type { LoadSampleOptions } from './commands/load-sample.ts';
import type { OpenApiOptions } from './commands/openapi.ts';
import type { ServeOptions } from './commands/serve.ts';
import type { StartOptions } from './commands/start.ts';
import { turnOnDebugging } from './debugging.ts';
import { toLabelKey } from './label-key.ts';

interface Json {
  json?: boolean;
}

const environments = ['production', 'non-production', 'staging', 'dev'];

/**
 * Every command with its options. What does the work is imported when it is called, so that a
 * command loads only what it needs.
 */
export function createProgram(): Command {
  const program = new Command('costplane')
    .description('Costplane: what Kubernetes clusters cost and how full they are.')
    .option('--debug', 'show the stack of a failure')
    .on('option:debug', turnOnDebugging)
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(usageFailure(text)) });
  addService(program);
  addOrganizations(program);
  addKeys(program);
  addSnapshots(program);
  addContract(program);
  return program;
}

function addService(program: Command): void {
  program
    .command('start')
    .description('prepare a database with a demo organization, and serve it')
    .addOption(config())
    .addOption(port())
    .addOption(json('when it is ready, print {url, metrics_url, organization, key}'))
    .action(async (options: StartOptions) => (await import('./commands/start.ts')).start(options));

  program
    .command('serve')
    .description('run the service until it is told to stop')
    .addOption(config())
    .addOption(port())
    .addOption(json('when it is ready, print {url, metrics_url}'))
    .action(async (options: ServeOptions) => (await import('./commands/serve.ts')).serve(options));

  program
    .command('migrate')
    .description('bring the database to the schema of this version, and make its roles')
    .option('--status', 'only show which migrations are applied')
    .addOption(json())
    .action(async (options: Json & { status?: boolean }) =>
      (await import('./commands/migrate.ts')).migrate(options),
    );
}

function addOrganizations(program: Command): void {
  const group = addGroup(program, 'org', 'organizations');
  group
    .command('create')
    .description('make an organization')
    .argument('<name>')
    .option('--domain <domain>', 'its internet domain')
    .option('--plan <plan>', 'its plan (default: community)')
    .option('--currency <code>', 'currency of its costs (default: USD, the only one so far)')
    .addOption(json())
    .action(async (name: string, options: CreateOrganizationOptions) =>
      (await import('./commands/create-organization.ts')).createOrganization(name, options),
    );
  group
    .command('list')
    .description('show the organizations')
    .addOption(json())
    .action(async (options: Json) =>
      (await import('./commands/list-organizations.ts')).listOrganizations(options),
    );
}

function addKeys(program: Command): void {
  const group = addGroup(program, 'key', 'API keys');
  group
    .command('create')
    .description('make an API key, which is shown this once')
    .addOption(organization())
    .requiredOption('--scope <scope...>', 'what it may read; all: every scope there is')
    .addOption(
      new Option('--cluster <uuid...>', 'only these clusters (default: all)').conflicts('clusters'),
    )
    .option('--no-clusters', 'no cluster at all')
    .option('--name <name>', 'what it is for')
    .option('--limit <number>', 'requests a minute (default: 100)', toCount)
    .addOption(json())
    .action(async (options: CreateKeyOptions) =>
      (await import('./commands/create-key.ts')).createKey(options),
    );
  group
    .command('list')
    .description('show the keys of an organization, revoked ones too')
    .addOption(organization())
    .addOption(json())
    .action(async (options: Json & { org: string }) =>
      (await import('./commands/list-keys.ts')).listKeys(options),
    );
  group
    .command('revoke')
    .description('end a key')
    .argument('<id>', 'its id, not the key')
    .addOption(json())
    .action(async (id: string, options: Json) =>
      (await import('./commands/revoke-key.ts')).revokeKey(id, options),
    );
}

function addSnapshots(program: Command): void {
  program
    .command('ingest')
    .description('take in snapshots of one cluster, in the order given')
    .argument('<file...>', '.json or .json.zst; - is standard input')
    .addOption(organization())
    .requiredOption('--cluster-name <name>', 'the cluster, made if it is new')
    .addOption(
      new Option(
        '--environment <environment>',
        'of the cluster (default for a new one: production)',
      ).choices(environments),
    )
    .addOption(label('team'))
    .addOption(label('department'))
    .addOption(json())
    .action(async (files: string[], options: IngestOptions) =>
      (await import('./commands/ingest.ts')).ingest(files, options),
    );

  addGroup(program, 'sample', 'the demo fleet')
    .command('load')
    .description('take in each cluster of the demo fleet as of now, and what it cost before')
    .addOption(organization('organization, by id or name; made if it is new').default('demo'))
    .addOption(new Option('--scale <scale>', 'small, the only one so far').argParser(only('small')))
    .addOption(
      new Option('--days <number>', 'days of history before today, added where there is none yet')
        .default(90)
        .argParser(toDays),
    )
    .addOption(json())
    .action(async (options: LoadSampleOptions) =>
      (await import('./commands/load-sample.ts')).loadSample(options),
    );
}

function addContract(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI document that the configured service would serve')
    .addOption(config())
    .option('--yaml', 'as YAML')
    .addOption(json('as JSON (the default)').conflicts('yaml'))
    .action(async (options: OpenApiOptions) =>
      (await import('./commands/openapi.ts')).openapi(options),
    );

  addGroup(program, 'plugin', 'plugins')
    .command('list')
    .description('show the plugins of the config, and what each brings')
    .addOption(config())
    .addOption(json())
    .action(async (options: ListPluginsOptions) =>
      (await import('./commands/list-plugins.ts')).listPlugins(options),
    );
}

function addGroup(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).helpCommand(false);
}

const config = () =>
  new Option('--config <file>', 'config file (default: costplane.config.yaml, if there is one)');
const json = (what = 'print one JSON document') => new Option('--json', what);
const organization = (what = 'organization, by id or name') =>
  new Option('--org <org>', what).makeOptionMandatory();
const label = (owner: 'team' | 'department') =>
  new Option(`--${owner}-label <key>`, `the label that names the ${owner} of what has it`)
    .env(`COSTPLANE_${owner.toUpperCase()}_LABEL`)
    .default(owner)
    .argParser(toLabelKey);
const port = () =>
  new Option('--port <number>', 'port of the API; 0 takes a free one').argParser(toPort);

function toPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It is a number from 0 to 65535.');
}

function toCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number from 1.');
}

const mostDays = 365;

function toDays(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= mostDays) return Number(text);
  throw new InvalidArgumentError(`It is a whole number from 0 to ${mostDays}.`);
}

/** For an option whose other values are still to come. */
const only = (value: string) => (text: string) => {
  if (text === value) return value;
  throw new InvalidArgumentError(`Only ${value} exists so far.`);
};

/** Commander's message, which begins with "error: " and may go over two lines, as one of ours. */
function usageFailure(text: string): string {
  const message = text
    .trim()
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '');
  return `costplane: ${message}; see --help\n`;
}
