import { type Command } from 'commander';
import { type ApplyAllocationOptions } from '../commands/apply-allocation.ts';
import { addGroup, json, organization, yes, type Json } from './options.ts';

export function addAllocation(program: Command): void {
  const group = addGroup(program, 'allocation', 'Manage departments, teams and their assignments');
  group
    .command('apply')
    .description('Make departments, teams and assignments match a file, and show the changes')
    .argument('<file>', 'YAML file; - reads standard input')
    .addOption(organization())
    .option('--dry-run', 'Only show what would change')
    .addOption(yes())
    .addOption(json())
    .action(async (file: string, options: ApplyAllocationOptions) =>
      (await import('../commands/apply-allocation.ts')).applyAllocation(file, options),
    );
  group
    .command('show')
    .description(
      'Print the departments, teams and assignments that were applied, in the format of that file',
    )
    .addOption(organization())
    .addOption(json())
    .action(async (options: Json & { org: string }) =>
      (await import('../commands/show-allocation.ts')).showAllocation(options),
    );
}
