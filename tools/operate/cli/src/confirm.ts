import { createInterface } from 'node:readline/promises';
import { CommandError } from './command-error.ts';

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

const ownTerminal: Terminal = { input: process.stdin, output: process.stderr };

/**
 * Asks on a terminal before something is changed, suspended or revoked. It does not ask without a
 * terminal or with `--yes`.
 *
 * @throws {CommandError} unless the answer is yes
 */
export async function confirm(
  what: string,
  { yes = false }: { readonly yes?: boolean | undefined },
  { input, output }: Terminal = ownTerminal,
): Promise<void> {
  if (yes || !input.isTTY || !output.isTTY) return;
  const lines = createInterface({ input, output, terminal: false });
  output.write(`${what}. Continue? [y/N] `);
  const { value = '' } = (await lines[Symbol.asyncIterator]().next()) as { value?: string };
  lines.close();
  if (!/^y(es)?$/i.test(value.trim())) throw new CommandError('Nothing was changed');
}
