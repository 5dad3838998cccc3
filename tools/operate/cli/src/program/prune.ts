import { Option, type Command } from 'commander';
import { type PruneOptions } from '../commands/prune.ts';
import { json, toCountUpTo, yes } from './options.ts';

export function addPrune(program: Command): void {
  program
    .command('prune')
    .description('Drop history and deleted objects that exceed their retention')
    .addOption(kept('hourly-months', 'Months of hourly rows to keep', 13, 1_200))
    .addOption(kept('daily-years', 'Years of daily rows and their sums to keep', 7, 100))
    .addOption(kept('gone-days', 'Days to keep objects after they were deleted', 90, 36_500))
    .option('--dry-run', 'Only show what would be dropped')
    .addOption(yes())
    .addOption(json())
    .action(async (options: PruneOptions) => (await import('../commands/prune.ts')).prune(options));
}

/** An empty variable counts as not set. */
const kept = (name: string, what: string, count: number, max: number) =>
  new Option(`--${name} <number>`, what)
    .env(`COSTPLANE_${name.toUpperCase().replace('-', '_')}`)
    .default(count)
    .argParser((text) => (text === '' ? count : toCountUpTo(max)(text)));
