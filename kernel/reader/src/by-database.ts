import { DatabaseFailure } from './database-failure.ts';

/** The database of every organization that is on no other one. */
export const defaultDatabase = 'default';

/** What there is one of for each database, found by its name in the configuration. */
export type ByDatabase<T> = (name?: string) => T;

/** An organization may have moved to a database that this process was not told of. */
export function byDatabase<T>(items: ReadonlyMap<string, T>): ByDatabase<T> {
  return (name = defaultDatabase) => {
    const item = items.get(name);
    if (item !== undefined) return item;
    const cause = new Error(`the configuration names no database "${name}"`);
    throw new DatabaseFailure('UPSTREAM_UNAVAILABLE', cause);
  };
}
