import { type Fleet } from './fleet.ts';

const kept = new Map<string, Promise<Fleet>>();

/** A fleet that takes minutes to make: made once for all scenarios of a run that ask for it. */
export function keepFleet(name: string, create: () => Promise<Fleet>): Promise<Fleet> {
  const known = kept.get(name) ?? create();
  kept.set(name, known);
  return known;
}

/** At the end of a run. */
export async function dropKeptFleets(): Promise<void> {
  for (const fleet of kept.values()) await fleet.then((made) => made.drop()).catch(() => undefined);
  kept.clear();
}
