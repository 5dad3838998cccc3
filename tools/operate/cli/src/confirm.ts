import { createInterface } from 'node:readline/promises';
import { CommandError } from './command-error.ts';
import { escapeControls } from './escape-controls.ts';
import { unlessStopped } from './stop-signal.ts';

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

interface Confirmation {
  readonly yes?: boolean | undefined;
  /** Whether the command reads standard input. */
  readonly isInputRead?: boolean;
}

const ownTerminal: Terminal = { input: process.stdin, output: process.stderr };

export const nothingChanged = 'Nothing was changed';

const nowhereToAsk =
  'Nothing was changed: standard error is redirected, so that nobody can be asked; add --yes';

const inputIsRead =
  'Nothing was changed: the command reads standard input, so that nobody can be asked; add --yes';

/**
 * Asks on a terminal before something is changed, suspended or revoked. Does not ask if input is
 * not a terminal, or with `--yes`, which is required if the command reads input and output is a
 * terminal.
 *
 * @throws {CommandError} unless the answer is yes, at Ctrl-C, or if output is not a terminal
 */
export async function confirm(
  what: string,
  { yes = false, isInputRead = false }: Confirmation,
  { input, output }: Terminal = ownTerminal,
): Promise<void> {
  if (yes) return;
  if (isInputRead && output.isTTY) throw new CommandError(inputIsRead);
  if (!input.isTTY) return;
  if (!output.isTTY) throw new CommandError(nowhereToAsk);
  const lines = createInterface({ input, output, terminal: false });
  output.write(`${escapeControls(what)}. Continue? [y/N] `);
  const answer = lines[Symbol.asyncIterator]().next() as Promise<{ value?: string }>;
  const { value = '' } = await unlessStopped(answer, nothingChanged);
  lines.close();
  if (!/^y(es)?$/i.test(value.trim())) throw new CommandError(nothingChanged);
}
