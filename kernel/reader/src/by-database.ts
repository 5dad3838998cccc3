import { DatabaseFailure } from './database-failure.ts';

/** The database of organizations that are not assigned to another one. */
export const defaultDatabase = 'default';

/** Finds the item of a database by its name in the configuration. */
export type ByDatabase<T> = (name?: string) => T;

/** Throws for unknown names: an organization may have moved to a database that is not configured here. */
export function byDatabase<T>(items: ReadonlyMap<string, T>): ByDatabase<T> {
  return (name = defaultDatabase) => {
    const item = items.get(name);
    if (item !== undefined) return item;
    const cause = new Error(`the configuration names no database "${name}"`);
    throw new DatabaseFailure('UPSTREAM_UNAVAILABLE', cause);
  };
}
