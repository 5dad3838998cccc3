import { type Command, Option } from 'commander';
import type { CreateKeyOptions } from '../commands/create-key.ts';
import { addGroup, config, json, organization, toCount, type Json } from './options.ts';

export function addKeys(program: Command): void {
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
    .addOption(
      new Option('--limit <number>', 'requests a minute')
        .argParser(toCount)
        .default(undefined, '100'),
    )
    .addOption(config())
    .addOption(json())
    .action(async (options: CreateKeyOptions) =>
      (await import('../commands/create-key.ts')).createKey(options),
    );
  group
    .command('list')
    .description('show the keys of an organization, revoked ones too')
    .addOption(organization())
    .addOption(json())
    .action(async (options: Json & { org: string }) =>
      (await import('../commands/list-keys.ts')).listKeys(options),
    );
  group
    .command('revoke')
    .description('end a key')
    .argument('<id>', 'its id, not the key')
    .addOption(json())
    .action(async (id: string, options: Json) =>
      (await import('../commands/revoke-key.ts')).revokeKey(id, options),
    );
}
