import { CommandError } from '../command-error.ts';

/** @throws {CommandError} if no organization can have this name */
export function checkOrganizationName(name: string): void {
  if (name.trim() === '') throw new CommandError('The name of an organization must not be empty');
}
