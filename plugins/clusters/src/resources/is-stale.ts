const staleAfterMs = 180_000;

/** Whether the newest report is too old, or there has been none (contract, "Staleness"). */
export const isStale = (lastSeenAt: string | null, now: Date): boolean =>
  lastSeenAt === null || Date.parse(lastSeenAt) < now.getTime() - staleAfterMs;
