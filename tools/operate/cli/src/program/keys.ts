import { type Command, Option } from 'commander';
import { type CreateKeyOptions } from '../commands/create-key.ts';
import {
  addGroup,
  config,
  json,
  organization,
  revocable,
  toCount,
  yes,
  type Json,
  type Yes,
} from './options.ts';

export function addKeys(program: Command): void {
  const group = addGroup(program, 'key', 'Manage API keys');
  group
    .command('create')
    .description('Create an API key, which is shown only once')
    .addOption(organization())
    .requiredOption(
      '--scope <scope...>',
      'Scopes of the key; all: every scope of the loaded plugins',
    )
    .addOption(
      new Option('--cluster <uuid...>', 'Allow only these clusters (default: all)').conflicts(
        'clusters',
      ),
    )
    .option('--no-clusters', 'Allow no cluster')
    .option('--name <name>', 'Name, such as the purpose of the key')
    .addOption(
      new Option('--limit <number>', 'Requests allowed per minute')
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
    .description('List the keys of an organization, including revoked ones')
    .addOption(organization())
    .addOption(json())
    .action(async (options: Json & { org: string }) =>
      (await import('../commands/list-keys.ts')).listKeys(options),
    );
  group
    .command('revoke')
    .description('Revoke a key')
    .argument('<key>', revocable('key'))
    .addOption(yes())
    .addOption(json())
    .action(async (key: string, options: Yes & Json) =>
      (await import('../commands/revoke-key.ts')).revokeKey(key, options),
    );
}
