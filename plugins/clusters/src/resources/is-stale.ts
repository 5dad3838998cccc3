import { type RequestClock } from '@costplane/plugin-api';

const staleAfterMs = 180_000;

/** Whether the newest report is too old, or there has been none (contract, "Staleness"). */
export const isStale = (lastSeenAt: string | null, clock: RequestClock): boolean =>
  lastSeenAt === null || clock.hasPassed(new Date(Date.parse(lastSeenAt) + staleAfterMs));
