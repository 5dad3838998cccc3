const maxRemembered = 10_000;

/** Where too many are remembered, the one that was remembered first is forgotten. */
export function remember<Entry>(all: Map<string, Entry>, name: string, entry: Entry): void {
  all.delete(name);
  const [oldest] = all.size >= maxRemembered ? all.keys() : [];
  if (oldest !== undefined) all.delete(oldest);
  all.set(name, entry);
}
