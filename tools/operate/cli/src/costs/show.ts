import { setTimeout as sleep } from 'node:timers/promises';
import { printLines } from '../print.ts';
import { reportFailure } from '../report-failure.ts';

const clearScreen = '\u001B[2J\u001B[3J\u001B[H';

/**
 * Prints once, or with `--watch` repeatedly until nobody reads it; on a terminal, each output
 * replaces the last. After the first output, it continues after an error.
 */
export async function show(
  makeText: () => Promise<string>,
  everySeconds: number | undefined,
): Promise<void> {
  const closing = new AbortController();
  const { signal } = closing;
  process.stdout.once('error', () => closing.abort());
  printLines(await makeText());
  while (everySeconds !== undefined) {
    await sleep(everySeconds * 1000, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const text = await makeText();
      if (process.stdout.isTTY) process.stdout.write(clearScreen);
      printLines(text);
    } catch (error) {
      reportFailure(error);
    }
  }
}
