import { escapeWithinLines } from './escape-controls.ts';

let clearBar: (() => void) | undefined;

/** Prints a message for the user: a line on standard error. */
export function say(line: string): void {
  clearBar?.();
  process.stderr.write(`${escapeWithinLines(line)}\n`);
}

/** Clears the progress bar from the line on which a message will be printed. */
export function clearBeforeMessages(clear: (() => void) | undefined): void {
  clearBar = clear;
}
