/** A message for the person at the terminal: a line on standard error. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
