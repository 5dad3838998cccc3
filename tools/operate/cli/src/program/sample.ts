import { type Command, Option } from 'commander';
import { type Scale } from '@costplane/sample';
import { type LoadSampleOptions } from '../commands/load-sample.ts';
import { addGroup, days, json, organization } from './options.ts';

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
    .addOption(days('Days of history before today, added where they are missing').default(90))
    .addOption(json())
    .action(async (options: LoadSampleOptions) =>
      (await import('../commands/load-sample.ts')).loadSample(options),
    );
}
