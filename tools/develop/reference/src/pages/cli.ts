import { createProgram } from '@costplane/cli';
import { page } from '../generated.ts';
import { code, list, plain, table } from '../markdown.ts';

type Command = ReturnType<typeof createProgram>;
type CommandOption = Command['options'][number];

/** Every command with its arguments and options. */
export function cliPage(): string {
  const program = createProgram();
  const commands = listCommands(program);
  return page(
    'The costplane command',
    'its declarations',
    'Standard output has results, with `--json` exactly one JSON document; messages, progress ' +
      'and logs go to standard error. `--help` after any command prints the description below.',
    table(
      ['Exit code', 'Means'],
      [
        ['0', 'done'],
        ['1', 'failed: a line on standard error says how to fix it'],
        ['2', 'wrong usage'],
      ],
    ),
    'Options of every command:',
    optionsTable(program.options),
    '## Commands',
    table(
      ['Command', 'Description'],
      commands.map((command) => [
        `[${code(commandName(command))}](#${commandName(command).replaceAll(' ', '-')})`,
        plain(command.description()),
      ]),
    ),
    ...commands.map(describe),
  );
}

/** The commands that can be run, in the order of the help. */
function listCommands(parent: Command): Command[] {
  return parent
    .createHelp()
    .visibleCommands(parent)
    .flatMap((command) => (command.commands.length > 0 ? listCommands(command) : [command]));
}

/** With the names of its groups, without the name of the program. */
function commandName(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${commandName(parent)} ${command.name()}` : command.name();
}

function describe(command: Command): string {
  const name = commandName(command);
  const options = command.options.filter(({ hidden }) => !hidden);
  return [
    `### ${name}`,
    sentence(command.description()),
    ['```text', `costplane ${name} ${command.usage()}`, '```'].join('\n'),
    ...(command.registeredArguments.length > 0 ? [argumentsTable(command)] : []),
    ...(options.length > 0 ? [optionsTable(options)] : []),
  ].join('\n\n');
}

const argumentsTable = ({ registeredArguments }: Command) =>
  table(
    ['Argument', 'Required', 'Description'],
    registeredArguments.map((argument) => [
      code(`${argument.name()}${argument.variadic ? '...' : ''}`),
      argument.required ? 'yes' : 'no',
      plain(argument.description),
    ]),
  );

const optionsTable = (options: readonly CommandOption[]) =>
  table(
    ['Option', 'Default', 'Description'],
    options.map((option) => [code(option.flags), describeDefault(option), describeOption(option)]),
  );

function describeDefault(option: CommandOption): string {
  const value = option.defaultValue as string | number | boolean | undefined;
  const named = option.defaultValueDescription ?? value;
  if (option.mandatory && value === undefined) return 'required';
  return option.negate || named === undefined ? '' : code(String(named));
}

function describeOption({ description, argChoices, envVar, variadic }: CommandOption): string {
  return [
    plain(description),
    ...(argChoices ? [`one of ${list(argChoices.map(code))}`] : []),
    ...(variadic ? ['may be given more than once'] : []),
    ...(envVar === undefined ? [] : [`also from ${code(envVar)}`]),
  ].join('; ');
}

const sentence = (text: string) => `${plain(text.charAt(0).toUpperCase())}${plain(text.slice(1))}.`;
