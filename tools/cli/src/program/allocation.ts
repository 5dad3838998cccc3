import type { Command } from 'commander';
import type { ApplyAllocationOptions } from '../commands/apply-allocation.ts';
import { addGroup, json, organization, type Json } from './options.ts';

export function addAllocation(program: Command): void {
  const group = addGroup(
    program,
    'allocation',
    'who pays for what: departments, teams, assignments',
  );
  group
    .command('apply')
    .description('make departments, teams and assignments what a file says, and show what changes')
    .argument('<file>', 'a YAML file; - is standard input')
    .addOption(organization())
    .option('--dry-run', 'only show what would change')
    .addOption(json())
    .action(async (file: string, options: ApplyAllocationOptions) =>
      (await import('../commands/apply-allocation.ts')).applyAllocation(file, options),
    );
  group
    .command('show')
    .description('print what people have said so far, as such a file')
    .addOption(organization())
    .addOption(json())
    .action(async (options: Json & { org: string }) =>
      (await import('../commands/show-allocation.ts')).showAllocation(options),
    );
}
