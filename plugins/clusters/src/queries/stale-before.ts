const staleAfterMs = 180_000;

/** The instant before which a cluster's newest report makes it stale (contract, "Staleness"). */
export const staleBefore = (now: Date): string =>
  new Date(now.getTime() - staleAfterMs).toISOString();
