import { type Command, InvalidArgumentError, Option } from 'commander';
import { toLabelKey } from '../label-key.ts';

export interface Yes {
  yes?: boolean;
}

export interface Json {
  json?: boolean;
}

export const environments = ['production', 'non-production', 'staging', 'dev'];

export function addGroup(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).helpCommand(false);
}

export const yes = () => new Option('--yes', 'Do not ask for confirmation');
export const config = () =>
  new Option('--config <file>', 'Config file (default: costplane.config.yaml, if it exists)');
export const json = (what = 'Print one JSON document') => new Option('--json', what);
export const organization = (what = 'Organization, by id or name') =>
  new Option('--org <org>', what).makeOptionMandatory();
/** The arguments and options of commands that revoke. */
export const revocable = (noun: 'key' | 'token') =>
  `Id, or the ${noun} itself; - reads either from standard input, which keeps the ${noun} out of ` +
  'the shell history';
export const label = (owner: 'team' | 'department') =>
  new Option(`--${owner}-label <key>`, `Label that names the ${owner} of a namespace or workload`)
    .env(`COSTPLANE_${owner.toUpperCase()}_LABEL`)
    .default(owner)
    .argParser(toLabelKey);
export const days = (what: string) => new Option('--days <number>', what).argParser(toDays);
export const port = () =>
  new Option('--port <number>', 'Port of the API; 0 selects a free one').argParser(toPort);

function toPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('Must be a number from 0 to 65535.');
}

const maxDays = 365;

function toDays(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= maxDays) return Number(text);
  throw new InvalidArgumentError(`Must be an integer from 0 to ${maxDays}.`);
}

export const toCountUpTo = (max: number) => (text: string) => {
  if (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= max) return Number(text);
  throw new InvalidArgumentError(`Must be an integer from 1 to ${max}.`);
};

export const toCount = toCountUpTo(999_999_999);

/** Whether it is an existing day in the form YYYY-MM-DD, or a time that begins with one. */
export const hasDay = (text: string) => {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return (
    /^\d{4}-/.test(text) &&
    !Number.isNaN(day.getTime()) &&
    text.startsWith(day.toISOString().slice(0, 10))
  );
};
