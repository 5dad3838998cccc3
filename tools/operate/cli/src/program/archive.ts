import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ArchiveOptions } from '../commands/archive.ts';
import { type RestoreOptions } from '../commands/restore.ts';
import { json, yes } from './options.ts';

export function addArchive(program: Command): void {
  program
    .command('archive')
    .description('Move the history of old months to Parquet files, from which it can be restored')
    .addOption(month('before', 'First month to keep, such as 2025-01').makeOptionMandatory())
    .requiredOption('--to <place>', 'Folder or s3://bucket/prefix; each month gets a subfolder')
    .option('--dry-run', 'Only show what would be archived')
    .addOption(yes())
    .addOption(json())
    .action(async (options: ArchiveOptions) =>
      (await import('../commands/archive.ts')).archive(options),
    );
  program
    .command('restore')
    .description('Restore the history of an archived month')
    .addOption(month('month', 'The month, such as 2024-12').makeOptionMandatory())
    .option('--from <place>', 'Folder or s3://bucket/prefix (default: where it was archived to)')
    .addOption(json())
    .action(async (options: RestoreOptions) =>
      (await import('../commands/restore.ts')).restore(options),
    );
}

const month = (name: string, what: string) =>
  new Option(`--${name} <month>`, what).argParser(toMonth);

function toMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError('Must be a month such as 2025-01.');
}
