import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandDatabase } from '../database/command-database.ts';
import { say } from '../say.ts';
import { refreshDemo } from './refresh-demo.ts';

const everyMs = 60_000;

/** Reports for the demo's clusters once a minute, as their agents would; ends with what it does. */
export function reportForDemo(
  database: CommandDatabase,
  organizationId: string,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const reporting = (async () => {
    while (await minutePasses(stopping.signal)) {
      try {
        await refreshDemo(database, organizationId);
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

/** True after a minute, false when it is cut short. */
const minutePasses = (signal: AbortSignal) => sleep(everyMs, true, { signal }).catch(() => false);
