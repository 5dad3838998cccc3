import { type Command, Option } from 'commander';
import type { IngestOptions } from '../commands/ingest.ts';
import { environments, json, label, organization } from './options.ts';

export function addSnapshots(program: Command): void {
  program
    .command('ingest')
    .description('take in snapshots of one cluster, in the order given')
    .argument('<file...>', '.json or .json.zst; - is standard input')
    .addOption(organization())
    .requiredOption('--cluster-name <name>', 'the cluster, made if it is new')
    .addOption(
      new Option(
        '--environment <environment>',
        'of the cluster (default for a new one: production)',
      ).choices(environments),
    )
    .addOption(label('team'))
    .addOption(label('department'))
    .addOption(json())
    .action(async (files: string[], options: IngestOptions) =>
      (await import('../commands/ingest.ts')).ingest(files, options),
    );
}
