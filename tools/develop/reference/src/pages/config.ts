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
    'Read from the current folder, or from the file that `--config` or `COSTPLANE_CONFIG` names. ' +
      'Without a file every key has its default. A key that is not listed here, a wrong type or a ' +
      'plugin that does not fit stops the start with file, line and column. Secrets come from the ' +
      'environment only.',
    table(
      ['Key', 'Type', 'Default', 'Meaning'],
      listOptions(configSchema as unknown as Schema).map((option) => [
        code(option.path),
        option.type,
        option.path === 'plugins' ? 'required in a file' : option.default,
        option.meaning,
      ]),
    ),
    '## Environment',
    'A variable that is set to nothing counts as unset. An option of the command line goes before ' +
      'a variable, a variable before the file. What a database URL leaves out (a password, say) is ' +
      'taken from the variables of PostgreSQL, such as `PGPASSWORD`.',
    variablesTable(variables),
    'For work on the product:',
    variablesTable(developmentVariables),
    '## Plugins',
    'An entry of `plugins` names a `package`: an installed one, or a path from the config file. ' +
      'Without a config file those that are marked as loaded by default are served.',
    table(
      ['Plugin', 'Version', 'By default', 'Is'],
      plugins.map(({ manifest, folder, description }) => [
        `[${code(manifest.name)}](../../${folder}/README.md)`,
        manifest.version,
        defaultPlugins.includes(manifest.name) ? 'loaded' : 'off',
        description,
      ]),
    ),
    'What may stand under `config` of an entry:',
    ...plugins.map(({ manifest, plugin }) =>
      [`### ${manifest.name}`, describeOptions(plugin.config)].join('\n\n'),
    ),
  );
}

const variablesTable = (of: readonly Variable[]) =>
  table(
    ['Variable', 'Read by', 'Default', 'Meaning'],
    of.map((variable) => [
      code(variable.name),
      variable.readBy,
      variable.default,
      variable.meaning,
    ]),
  );
