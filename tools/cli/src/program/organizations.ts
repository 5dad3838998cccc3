import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CreateOrganizationOptions } from '../commands/create-organization.ts';
import type { LimitOrganizationOptions } from '../commands/limit-organization.ts';
import { addGroup, json, type Json } from './options.ts';

export function addOrganizations(program: Command): void {
  const group = addGroup(program, 'org', 'organizations');
  group
    .command('create')
    .description('make an organization')
    .argument('<name>', 'its name, which no other organization has')
    .option('--domain <domain>', 'its internet domain')
    .addOption(new Option('--plan <plan>', 'its plan').default(undefined, 'community'))
    .addOption(
      new Option('--currency <code>', 'currency of its costs, as ISO 4217 names it').default(
        undefined,
        'USD',
      ),
    )
    .addOption(json())
    .action(async (name: string, options: CreateOrganizationOptions) =>
      (await import('../commands/create-organization.ts')).createOrganization(name, options),
    );
  group
    .command('list')
    .description('show the organizations')
    .addOption(json())
    .action(async (options: Json) =>
      (await import('../commands/list-organizations.ts')).listOrganizations(options),
    );
  group
    .command('limit')
    .description('set or show how many cores its clusters may have together')
    .argument('<org>', 'organization, by id or name')
    .addOption(
      new Option('--cores <number>', 'refuse reports that go over it')
        .argParser(toCores)
        .conflicts('limit'),
    )
    .option('--no-limit', 'as many as they like')
    .addOption(json())
    .action(async (org: string, options: LimitOrganizationOptions) =>
      (await import('../commands/limit-organization.ts')).limitOrganization(org, options),
    );
}

function toCores(text: string): string {
  if (/^\d{1,9}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return text;
  throw new InvalidArgumentError('It is a number of cores over 0, with at most three decimals.');
}
