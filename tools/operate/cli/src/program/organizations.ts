import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CreateOrganizationOptions } from '../commands/create-organization.ts';
import { type LimitOrganizationOptions } from '../commands/limit-organization.ts';
import { type MoveOrganizationOptions } from '../commands/move-organization.ts';
import { addGroup, json, type Json, yes, type Yes } from './options.ts';

export function addOrganizations(program: Command): void {
  const group = addGroup(program, 'org', 'Manage organizations');
  group
    .command('create')
    .description('Create an organization')
    .argument('<name>', 'Unique name')
    .option('--domain <domain>', 'Internet domain')
    .addOption(new Option('--plan <plan>', 'Plan').default(undefined, 'community'))
    .addOption(
      new Option('--currency <code>', 'Currency of its costs, as an ISO 4217 code').default(
        undefined,
        'USD',
      ),
    )
    .addOption(
      new Option(
        '--database <name>',
        'Database of the organization, by its name in the config',
      ).default(undefined, 'default'),
    )
    .addOption(json())
    .action(async (name: string, options: CreateOrganizationOptions) =>
      (await import('../commands/create-organization.ts')).createOrganization(name, options),
    );
  group
    .command('list')
    .description('List organizations')
    .addOption(json())
    .action(async (options: Json) =>
      (await import('../commands/list-organizations.ts')).listOrganizations(options),
    );
  group
    .command('limit')
    .description("Set or show the limit on the total number of cores in an organization's clusters")
    .argument('<org>', 'Organization, by id or name')
    .addOption(
      new Option('--cores <number>', 'Reject reports that exceed this number of cores')
        .argParser(toCores)
        .conflicts('limit'),
    )
    .option('--no-limit', 'Remove the limit')
    .addOption(json())
    .action(async (org: string, options: LimitOrganizationOptions) =>
      (await import('../commands/limit-organization.ts')).limitOrganization(org, options),
    );
  addMove(group);
  addSuspension(group);
}

function addMove(group: Command): void {
  group
    .command('move')
    .description(
      'Move an organization to another database of the config, while it can still be read',
    )
    .argument('<org>', 'Organization, by id or name')
    .requiredOption(
      '--to <database>',
      'Name of the database in the config; default: that of DATABASE_URL',
    )
    .option('--delete-source', 'Afterwards, delete its rows on the other databases')
    .addOption(yes())
    .addOption(json())
    .action(async (org: string, options: MoveOrganizationOptions) =>
      (await import('../commands/move-organization.ts')).moveOrganization(org, options),
    );
}

function addSuspension(group: Command): void {
  group
    .command('suspend')
    .description('Refuse the keys and the agent reports of an organization; its data stays')
    .argument('<org>', 'Organization, by id or name')
    .addOption(yes())
    .addOption(json('Print {id, name, is_active}'))
    .action(async (org: string, options: Yes & Json) =>
      (await import('../commands/suspend-organization.ts')).suspendOrganization(org, options),
    );
  group
    .command('resume')
    .description('Accept the keys and agents of a suspended organization again')
    .argument('<org>', 'Organization, by id or name')
    .addOption(json('Print {id, name, is_active}'))
    .action(async (org: string, options: Json) =>
      (await import('../commands/suspend-organization.ts')).resumeOrganization(org, options),
    );
}

function toCores(text: string): string {
  if (/^\d{1,9}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return text;
  throw new InvalidArgumentError('Must be a number of cores above 0, with at most three decimals.');
}
