import type { Command } from 'commander';
import type { ListPluginsOptions } from '../commands/list-plugins.ts';
import type { OpenApiOptions } from '../commands/openapi.ts';
import { addGroup, config, json } from './options.ts';

export function addContract(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI document that the configured service would serve')
    .addOption(config())
    .option('--yaml', 'as YAML')
    .addOption(json('as JSON (the default)').conflicts('yaml'))
    .action(async (options: OpenApiOptions) =>
      (await import('../commands/openapi.ts')).openapi(options),
    );

  addGroup(program, 'plugin', 'plugins')
    .command('list')
    .description('show the plugins of the config, and what each brings')
    .addOption(config())
    .addOption(json())
    .action(async (options: ListPluginsOptions) =>
      (await import('../commands/list-plugins.ts')).listPlugins(options),
    );
}
