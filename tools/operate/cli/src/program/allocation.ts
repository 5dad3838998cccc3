import { type Command } from 'commander';
import { type ApplyAllocationOptions } from '../commands/apply-allocation.ts';
import { addGroup, json, organization, type Json } from './options.ts';

export function addAllocation(program: Command): void {
  const group = addGroup(program, 'allocation', 'Manage departments, teams and their assignments');
  group
    .command('apply')
    .description('Make departments, teams and assignments match a file, and show what changes')
    .argument('<file>', 'YAML file; - reads standard input')
    .addOption(organization())
    .option('--dry-run', 'Only show what would change')
    .addOption(json())
    .action(async (file: string, options: ApplyAllocationOptions) =>
      (await import('../commands/apply-allocation.ts')).applyAllocation(file, options),
    );
  group
    .command('show')
    .description('Print the departments, teams and assignments that were applied, as such a file')
    .addOption(organization())
    .addOption(json())
    .action(async (options: Json & { org: string }) =>
      (await import('../commands/show-allocation.ts')).showAllocation(options),
    );
}
