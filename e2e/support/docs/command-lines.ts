import { costplane } from '../costplane.ts';
import { parseBlocks, withoutBlocks } from './blocks.ts';

/** Every call of `costplane` that a page shows, in blocks or in its text, without its name. */
export function findCommandLines(markdown: string): string[] {
  const shown = parseBlocks(markdown)
    .filter(({ language }) => ['sh', 'console'].includes(language))
    .flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'));
  const spoken = [...withoutBlocks(markdown).matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return [...shown, ...spoken].flatMap((line) =>
    [...line.matchAll(calls)].map(([, call = '']) => call.trim()),
  );
}

/** Where a command begins. `docker compose run` passes its words to `costplane`, the entry point. */
const calls =
  /(?:^|^\$ |\$\(|[|&;] |-- |\w=\S+ |\bnpx )(?:costplane|docker compose run --rm \w+) ([a-z][^|&;)>]*)/g;

/** What is wrong with a call: an unknown command or option; `undefined` if nothing is. */
export async function mistakeIn(call: string): Promise<string | undefined> {
  const words = call.split(/\s+/);
  const named = words.slice(0, words.findIndex((word) => !/^[a-z-]+$/.test(word)) >>> 0);
  const command = await findCommand(named);
  if (command === undefined) return `costplane ${call}: there is no such command`;
  const help = await readHelp(command);
  const options = words.flatMap((word) => /^--[a-z-]+/.exec(word)?.[0] ?? []);
  const unknown = options.find((option) => !new RegExp(`^\\s+${option}(?![\\w-])`, 'm').test(help));
  return unknown === undefined ? undefined : `costplane ${call}: there is no option ${unknown}`;
}

async function findCommand([first = '', second = '']: readonly string[]) {
  if (!commandsIn(await readHelp([])).includes(first)) return undefined;
  const inGroup = commandsIn(await readHelp([first]));
  if (inGroup.length === 0) return [first];
  return inGroup.includes(second) ? [first, second] : undefined;
}

function commandsIn(help: string): string[] {
  const [, list = ''] = /^Commands:\n((?: .*\n?)+)/m.exec(help) ?? [];
  return [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
}

const helps = new Map<string, Promise<string>>();

function readHelp(command: readonly string[]): Promise<string> {
  const name = command.join(' ');
  const known = helps.get(name);
  if (known) return known;
  const help = costplane([...command, '--help']).then(({ stdout }) => stdout);
  helps.set(name, help);
  return help;
}
