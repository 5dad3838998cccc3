import { configSchema, defaultPlugins } from '@costplane/cli';
import { developmentVariables, type Variable, variables } from '../environment/variables.ts';
import { page } from '../generated.ts';
import { code, table } from '../markdown.ts';
import { describeOptions } from '../plugins/options-section.ts';
import { type Product } from '../product.ts';
import { listOptions, type Schema } from '../schema-options.ts';

/** The config file, the environment, and the options of each plugin. */
export function configPage({ plugins }: Product): string {
  return page(
    'Configuration',
    'the config schemas of the kernel and the plugins',
    '## costplane.config.yaml',
    'Read from the current folder, or from the file in `--config` or `COSTPLANE_CONFIG`. Without ' +
      'a file, every key has its default. An unlisted key, a wrong type or an incompatible plugin ' +
      'stops the start with file, line and column. Secrets are only read from the environment.',
    table(
      ['Key', 'Type', 'Default', 'Description'],
      listOptions(configSchema as unknown as Schema).map((option) => [
        code(option.path),
        option.type,
        option.path === 'plugins' ? 'required in the file' : option.default,
        option.meaning,
      ]),
    ),
    '## Environment',
    'An empty variable counts as not set. Options on the command line override variables, and ' +
      'variables override the file. Parts that are missing in a database URL, such as the ' +
      'password, are taken from the variables of PostgreSQL, such as `PGPASSWORD`.',
    variablesTable(variables),
    'For development:',
    variablesTable(developmentVariables),
    '## Plugins',
    'An entry of `plugins` names a `package`: an installed one, or a path relative to the config ' +
      'file. Without a config file, the plugins marked as loaded are served.',
    table(
      ['Plugin', 'Version', 'Default', 'Description'],
      plugins.map(({ manifest, folder, description }) => [
        `[${code(manifest.name)}](../../${folder}/README.md)`,
        manifest.version,
        defaultPlugins.includes(manifest.name) ? 'loaded' : 'off',
        description,
      ]),
    ),
    'Keys under `config` of an entry:',
    ...plugins.map(({ manifest, plugin }) =>
      [`### ${manifest.name}`, describeOptions(plugin.config)].join('\n\n'),
    ),
  );
}

const variablesTable = (of: readonly Variable[]) =>
  table(
    ['Variable', 'Read by', 'Default', 'Description'],
    of.map((variable) => [
      code(variable.name),
      variable.readBy,
      variable.default,
      variable.meaning,
    ]),
  );
