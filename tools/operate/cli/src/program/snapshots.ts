import { type Command, InvalidArgumentError, Option } from 'commander';
import { type IngestOptions } from '../commands/ingest.ts';
import { type ListenOptions } from '../commands/listen.ts';
import { type RollUpOptions } from '../commands/roll-up.ts';
import { type Address, toAddress } from './address.ts';
import { environments, json, label, toCount } from './options.ts';

type Options = Partial<IngestOptions> & Partial<ListenOptions> & { listen?: Address };

export function addSnapshots(program: Command): void {
  program
    .command('ingest')
    .description(
      'Ingest snapshots: files of one cluster, in the given order, or the reports of agents with ' +
        '--listen',
    )
    .argument('[file...]', '.json or .json.zst; - reads standard input')
    .option('--org <org>', 'Organization, by id or name')
    .option('--cluster-name <name>', 'Name of the cluster, which is created if it does not exist')
    .addOption(
      new Option(
        '--environment <environment>',
        'Environment of the cluster (default for a new one: production)',
      ).choices(environments),
    )
    .addOption(label('team'))
    .addOption(label('department'))
    .addOption(
      new Option(
        '--listen <[host:]port>',
        'Receive the reports of agents until stopped (default host: 127.0.0.1)',
      )
        .argParser(toAddress)
        .conflicts(['org', 'clusterName', 'environment']),
    )
    .addOption(
      new Option(
        '--management <[host:]port>',
        'Address of the health checks and metrics of the receiver',
      )
        .argParser(toAddress)
        .default(undefined, '127.0.0.1:9465'),
    )
    .addOption(
      new Option(
        '--max-snapshot-bytes <number>',
        'Maximum size of a snapshot, as uncompressed JSON',
      )
        .argParser(toCount)
        .default(undefined, '268435456'),
    )
    .addOption(
      new Option(
        '--oldest-agent <version>',
        'Reject reports of agents older than this version',
      ).argParser(toVersion),
    )
    .addOption(
      new Option(
        '--fold-interval <seconds>',
        'How far history may lag behind the reports, which saves most of the writes; 0: no lag',
      )
        .argParser(toSeconds)
        .default(undefined, '300'),
    )
    .addOption(json('Print one JSON document; with --listen, when the receiver is ready'))
    .action(async (files: string[], options: Options, command: Command) => {
      if (options.listen === undefined) {
        await (
          await import('../commands/ingest.ts')
        ).ingest(files, toIngestOptions(command, files));
      } else {
        if (files.length > 0) command.error('option --listen cannot be used with files');
        await (await import('../commands/listen.ts')).listen(command.opts<ListenOptions>());
      }
    });

  program
    .command('rollup')
    .description(
      'Roll up the days of closed months and of parts of months, so that long windows are read ' +
        'faster; the receiver does this every hour',
    )
    .option('--org <org>', 'Only this organization, by id or name (default: all)')
    .addOption(json())
    .action(async (options: RollUpOptions) =>
      (await import('../commands/roll-up.ts')).rollUp(options),
    );
}

/** Checks options that are optional only because the receiver does not need them. */
function toIngestOptions(command: Command, files: readonly string[]): IngestOptions {
  const options = command.opts<Options>();
  if (files.length === 0) command.error("missing required argument 'file'");
  if (options.org === undefined) command.error("required option '--org <org>' not specified");
  if (options.clusterName === undefined) {
    command.error("required option '--cluster-name <name>' not specified");
  }
  for (const name of ['management', 'maxSnapshotBytes', 'oldestAgent', 'foldInterval'] as const) {
    if (options[name] === undefined) continue;
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    command.error(`option ${flag} cannot be used without --listen`);
  }
  return command.opts<IngestOptions>();
}

function toSeconds(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= 3600) return Number(text);
  throw new InvalidArgumentError('Must be an integer from 0 to 3600.');
}

function toVersion(text: string): string {
  if (/^v?\d{1,9}(\.\d{1,9}){2}(-[0-9A-Za-z.-]{1,64})?$/.test(text)) return text;
  throw new InvalidArgumentError('Must be a version such as v2.1.0.');
}
