/** What there is one of for each database that organizations are on, by its name; the default first. */
export type Databases<T> = ReadonlyMap<string, T>;
