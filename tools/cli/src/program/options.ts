import { type Command, InvalidArgumentError, Option } from 'commander';
import { toLabelKey } from '../label-key.ts';

export interface Json {
  json?: boolean;
}

export const environments = ['production', 'non-production', 'staging', 'dev'];

export function addGroup(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).helpCommand(false);
}

export const config = () =>
  new Option('--config <file>', 'config file (default: costplane.config.yaml, if there is one)');
export const json = (what = 'print one JSON document') => new Option('--json', what);
export const organization = (what = 'organization, by id or name') =>
  new Option('--org <org>', what).makeOptionMandatory();
export const label = (owner: 'team' | 'department') =>
  new Option(`--${owner}-label <key>`, `the label that names the ${owner} of what has it`)
    .env(`COSTPLANE_${owner.toUpperCase()}_LABEL`)
    .default(owner)
    .argParser(toLabelKey);
export const port = () =>
  new Option('--port <number>', 'port of the API; 0 takes a free one').argParser(toPort);

function toPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It is a number from 0 to 65535.');
}

export function toCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number from 1.');
}
