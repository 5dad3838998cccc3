import { type Command, InvalidArgumentError, Option } from 'commander';
import type { IngestOptions } from '../commands/ingest.ts';
import type { ListenOptions } from '../commands/listen.ts';
import { type Address, toAddress } from './address.ts';
import { environments, json, label, toCount } from './options.ts';

type Options = Partial<IngestOptions> & Partial<ListenOptions> & { listen?: Address };

export function addSnapshots(program: Command): void {
  program
    .command('ingest')
    .description('take in snapshots: of one cluster from files, in the order given, or of agents')
    .argument('[file...]', '.json or .json.zst; - is standard input')
    .option('--org <org>', 'organization, by id or name')
    .option('--cluster-name <name>', 'the cluster, made if it is new')
    .addOption(
      new Option(
        '--environment <environment>',
        'of the cluster (default for a new one: production)',
      ).choices(environments),
    )
    .addOption(label('team'))
    .addOption(label('department'))
    .addOption(
      new Option(
        '--listen <[host:]port>',
        'receive what agents report, until it is told to stop (default host: 127.0.0.1)',
      )
        .argParser(toAddress)
        .conflicts(['org', 'clusterName', 'environment']),
    )
    .addOption(
      new Option('--management <[host:]port>', 'health and metrics of the receiver')
        .argParser(toAddress)
        .default(undefined, '127.0.0.1:9465'),
    )
    .addOption(
      new Option('--max-snapshot-bytes <number>', 'of the JSON')
        .argParser(toCount)
        .default(undefined, '268435456'),
    )
    .addOption(
      new Option('--oldest-agent <version>', 'refuse reports of older agents').argParser(toVersion),
    )
    .addOption(json('print one JSON document; of the receiver, when it is ready'))
    .action(async (files: string[], options: Options, command: Command) => {
      if (options.listen === undefined) {
        await (await import('../commands/ingest.ts')).ingest(files, ofFiles(command, files));
      } else {
        if (files.length > 0) command.error('option --listen cannot be used with files');
        await (await import('../commands/listen.ts')).listen(command.opts<ListenOptions>());
      }
    });
}

/** What is optional only because the receiver has no use for it. */
function ofFiles(command: Command, files: readonly string[]): IngestOptions {
  const options = command.opts<Options>();
  if (files.length === 0) command.error("missing required argument 'file'");
  if (options.org === undefined) command.error("required option '--org <org>' not specified");
  if (options.clusterName === undefined) {
    command.error("required option '--cluster-name <name>' not specified");
  }
  for (const name of ['management', 'maxSnapshotBytes', 'oldestAgent'] as const) {
    if (options[name] === undefined) continue;
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    command.error(`option ${flag} cannot be used without --listen`);
  }
  return command.opts<IngestOptions>();
}

function toVersion(text: string): string {
  if (/^v?\d{1,9}(\.\d{1,9}){2}(-[0-9A-Za-z.-]{1,64})?$/.test(text)) return text;
  throw new InvalidArgumentError('It is a version such as v2.1.0.');
}
