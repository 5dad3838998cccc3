import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandDatabase } from '../database/command-database.ts';
import { say } from '../say.ts';
import { measureDemo } from './measure-demo.ts';
import { recommendForDemo } from './recommend-for-demo.ts';
import { refreshDemo } from './refresh-demo.ts';

/** Reports between two runs of the rightsizing engine: every hour. */
const reportsPerRun = 60;

/**
 * Reports for the demo's clusters once a minute, as their agents would, and creates
 * recommendations, first from their recent usage. `stop` waits for the current report.
 */
export function reportForDemo(
  database: CommandDatabase,
  organization: { id: string; name: string },
  { intervalMs = 60_000 } = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) say(`The demo clusters could not report: ${(error as Error).message}`);
    }
  };
  const reporting = (async () => {
    await attempt(() => measureDemo(database, organization, signal));
    for (let reports = 1; await passes(intervalMs, signal); reports += 1) {
      await attempt(async () => {
        const clusters = await refreshDemo(database, organization, { days: 0 });
        if (clusters.length === 0 || reports % reportsPerRun > 0) return;
        await recommendForDemo(database, organization.id, { signal });
      });
    }
  })();
  return {
    stop() {
      stopping.abort();
      return reporting;
    },
  };
}

/** Resolves to true after this time, or to false when it is aborted. */
const passes = (ms: number, signal: AbortSignal) => sleep(ms, true, { signal }).catch(() => false);
