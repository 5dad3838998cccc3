import { fault } from './check-text.ts';
import { CommandError } from './command-error.ts';
import { isUuid } from './uuid.ts';

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

/** Checks a name that commands accept instead of an id, and would take for one if it were a UUID. */
export function checkReference(what: string, name: string): void {
  checkName(what, name);
  if (isUuid(name)) throw new CommandError(`${what} cannot be a UUID; choose another name`);
}
