/** One object per database of organizations, by its name; the default database comes first. */
export type Databases<T> = ReadonlyMap<string, T>;
