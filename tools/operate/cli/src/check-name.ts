import { fault } from './check-text.ts';
import { CommandError } from './command-error.ts';

/** As many as a host name has. */
const mostCharacters = 253;

/**
 * Checks what commands store to show it later.
 *
 * @param what names it, such as "The name of a cluster"
 * @throws {CommandError} if it is empty, too long, or holds what a terminal does not show as it is
 */
export function checkName(what: string, name: string): void {
  const found = fault(name, { mostCharacters });
  if (found) throw new CommandError(`${what} ${found.what}; ${found.fix}`);
}
