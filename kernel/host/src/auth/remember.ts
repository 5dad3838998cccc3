const maxRemembered = 10_000;

/** Adds an entry, and evicts the oldest one if there are too many. */
export function remember<Entry>(all: Map<string, Entry>, name: string, entry: Entry): void {
  all.delete(name);
  const [oldest] = all.size >= maxRemembered ? all.keys() : [];
  if (oldest !== undefined) all.delete(oldest);
  all.set(name, entry);
}
