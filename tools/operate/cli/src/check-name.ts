import { fault } from './check-text.ts';
import { CommandError } from './command-error.ts';

/** The maximum length of a host name. */
const maxCharacters = 253;

/**
 * Checks a name that a command stores and later prints.
 *
 * @param what subject of the message, such as "The name of a cluster"
 * @throws {CommandError} if it is empty, too long, or contains characters that terminals do not
 * print
 */
export function checkName(what: string, name: string): void {
  const found = fault(name, { maxCharacters });
  if (found) throw new CommandError(`${what} ${found.what}; ${found.fix}`);
}
