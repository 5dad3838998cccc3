import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandDatabase } from '../database/command-database.ts';
import { say } from '../say.ts';
import { refreshDemo } from './refresh-demo.ts';

/**
 * Reports for the demo's clusters once a minute, as their agents would. `stop` waits for the report
 * that is being made.
 */
export function reportForDemo(
  database: CommandDatabase,
  organization: { id: string; name: string },
  { intervalMs = 60_000 } = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const reporting = (async () => {
    while (await passes(intervalMs, stopping.signal)) {
      try {
        await refreshDemo(database, organization, { days: 0 });
      } catch (error) {
        say(`The demo clusters could not report: ${(error as Error).message}`);
      }
    }
  })();
  return {
    stop() {
      stopping.abort();
      return reporting;
    },
  };
}

/** True after this time, false when it is cut short. */
const passes = (ms: number, signal: AbortSignal) => sleep(ms, true, { signal }).catch(() => false);
