import { escapeWithinLines } from './escape-controls.ts';

let clearBar: (() => void) | undefined;

/** A message for the person at the terminal: a line on standard error. */
export function say(line: string): void {
  clearBar?.();
  process.stderr.write(`${escapeWithinLines(line)}\n`);
}

/** What takes a progress bar off the line that a message is about to use. */
export function clearBeforeMessages(clear: (() => void) | undefined): void {
  clearBar = clear;
}
