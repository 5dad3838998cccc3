import { type Command, InvalidArgumentError, Option } from 'commander';
import { type SetPricesOptions } from '../commands/set-prices.ts';
import { type ShowPricesOptions } from '../commands/show-prices.ts';
import { type UnsetPricesOptions } from '../commands/unset-prices.ts';
import { addGroup, hasDay, json, yes } from './options.ts';

export function addPrices(program: Command): void {
  const group = addGroup(program, 'price', 'Manage price books');
  group
    .command('show')
    .description('Print the price book in effect, as a file that can be set again')
    .addOption(
      organization(
        'Price book of this organization, by id or name (default: the one for all organizations)',
      ),
    )
    .addOption(
      new Option(
        '--at <date>',
        'Price book in effect at this time: YYYY-MM-DD, or with a time such as T12:00:00Z',
      )
        .argParser(toInstant)
        .conflicts('history'),
    )
    .option('--history', 'List the price books that were set, and when')
    .addOption(json())
    .action(async (options: ShowPricesOptions) =>
      (await import('../commands/show-prices.ts')).showPrices(options),
    );
  group
    .command('set')
    .description('Set a price book, effective from a date, and show the changes')
    .argument('<file>', 'YAML file; - reads standard input')
    .addOption(
      organization('Only for this organization, by id or name (default: for all organizations)'),
    )
    .addOption(from())
    .addOption(new Option('--reprice', 'Recompute the costs since that day with these prices'))
    .option('--dry-run', 'Only show what would change')
    .addOption(yes())
    .addOption(json())
    .action(async (file: string, options: SetPricesOptions, command: Command) => {
      if (options.reprice && !(options.from && options.from <= new Date())) {
        command.error('option --reprice needs --from with a day or time that has begun');
      }
      await (await import('../commands/set-prices.ts')).setPrices(file, options);
    });
  group
    .command('unset')
    .description(
      'Return an organization to the price book for all organizations, effective from a date',
    )
    .addOption(organization('Organization, by id or name').makeOptionMandatory())
    .addOption(from())
    .addOption(yes())
    .addOption(json())
    .action(async (options: UnsetPricesOptions) =>
      (await import('../commands/unset-prices.ts')).unsetPrices(options),
    );
}

const from = () =>
  new Option(
    '--from <date>',
    'First day (UTC), as YYYY-MM-DD, or a time such as 2026-03-31T12:00:00Z (default: now)',
  ).argParser(toInstant);

const organization = (what: string) => new Option('--org <org>', what);

/** The start of a UTC day, from 1970 on. */
function toDay(text: string): Date {
  if (text.length === 10 && hasDay(text) && text >= '1970') return new Date(text);
  throw new InvalidArgumentError('Must be a day such as 2026-03-31.');
}

function toInstant(text: string): Date {
  if (!text.includes('T')) return toDay(text);
  const isTime = /^T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text.slice(10)) && hasDay(text);
  const time = new Date(isTime && text >= '1970' ? text : '');
  if (!Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('Must be a time such as 2026-03-31T12:00:00Z.');
}
