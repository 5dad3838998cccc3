import type { Command } from 'commander';
import type { CreateOrganizationOptions } from '../commands/create-organization.ts';
import { addGroup, json, type Json } from './options.ts';

export function addOrganizations(program: Command): void {
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
      (await import('../commands/create-organization.ts')).createOrganization(name, options),
    );
  group
    .command('list')
    .description('show the organizations')
    .addOption(json())
    .action(async (options: Json) =>
      (await import('../commands/list-organizations.ts')).listOrganizations(options),
    );
}
