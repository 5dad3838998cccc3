import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Scale } from '@costplane/sample';
import { type LoadSampleOptions } from '../commands/load-sample.ts';
import { addGroup, json, organization } from './options.ts';

export function addSample(program: Command): void {
  addGroup(program, 'sample', 'Load demo data')
    .command('load')
    .description('Load the clusters of the demo fleet as of now, and their history')
    .addOption(
      organization('Organization, by id or name, which is created if it does not exist').default(
        'demo',
      ),
    )
    .addOption(
      new Option('--scale <scale>', 'Size of the fleet: about 500, 20,000 or 500,000 workloads')
        .choices(['small', 'medium', 'large'] satisfies Scale[])
        .default('small'),
    )
    .addOption(
      new Option('--days <number>', 'Days of history before today, added where there is none yet')
        .default(90)
        .argParser(toDays),
    )
    .addOption(json())
    .action(async (options: LoadSampleOptions) =>
      (await import('../commands/load-sample.ts')).loadSample(options),
    );
}

const mostDays = 365;

function toDays(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= mostDays) return Number(text);
  throw new InvalidArgumentError(`Must be an integer from 0 to ${mostDays}.`);
}
