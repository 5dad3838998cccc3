import { type Command } from 'commander';
import { type ListPluginsOptions } from '../commands/list-plugins.ts';
import { type OpenApiOptions } from '../commands/openapi.ts';
import { addGroup, config, json } from './options.ts';

export function addContract(program: Command): void {
  program
    .command('openapi')
    .description('Print the OpenAPI document of the configured service')
    .addOption(config())
    .option('--yaml', 'Print YAML')
    .addOption(json('Print JSON (the default)').conflicts('yaml'))
    .action(async (options: OpenApiOptions) =>
      (await import('../commands/openapi.ts')).openapi(options),
    );

  addGroup(program, 'plugin', 'Inspect plugins')
    .command('list')
    .description('List the configured plugins and what each provides')
    .addOption(config())
    .addOption(json())
    .action(async (options: ListPluginsOptions) =>
      (await import('../commands/list-plugins.ts')).listPlugins(options),
    );
}
