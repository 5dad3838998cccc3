import { setTimeout as sleep } from 'node:timers/promises';
import { printLines } from '../print.ts';

const clearScreen = '\u001B[2J\u001B[3J\u001B[H';

/** Prints once, or with `--watch` repeatedly; on a terminal, each output replaces the last. */
export async function show(
  makeText: () => Promise<string>,
  everySeconds: number | undefined,
): Promise<void> {
  printLines(await makeText());
  while (everySeconds !== undefined) {
    await sleep(everySeconds * 1000);
    const text = await makeText();
    if (process.stdout.isTTY) process.stdout.write(clearScreen);
    printLines(text);
  }
}
