import {
  findOrCreateCluster,
  ingestHistory,
  ingestSnapshot,
  type IngestResult,
  parseSnapshot,
} from '@costplane/ingest';
import { demoSnapshot, type DemoCluster } from '@costplane/sample';
import type { CommandDatabase } from '../database/command-database.ts';

export type LoadedCluster = { cluster: string } & IngestResult & {
    /** The time before the snapshot that was added to the ledger; null: it was there, or not wanted. */
    history: { from: string; to: string } | null;
  };

export interface LoadOptions {
  /** How many whole days the ledger is to go back before today, in UTC; 0: no history is made. */
  days: number;
  onStep?: (label: string) => void;
}

const day_ms = 86_400_000;
const stepSeconds = 6 * 3600;

/** How many steps there are to loading them. */
export const countSteps = (clusters: readonly DemoCluster[], days: number): number =>
  clusters.length * (days === 0 ? 1 : 2);

/** Takes clusters of the demo fleet into an organization, one after the other. */
export async function loadDemoClusters(
  database: CommandDatabase,
  organizationId: string,
  clusters: readonly DemoCluster[],
  { days, onStep }: LoadOptions,
): Promise<LoadedCluster[]> {
  const db = database.as('ingest');
  const today = Math.floor(Date.now() / day_ms) * day_ms;
  const results: LoadedCluster[] = [];
  for (const { name, environment, snapshot: sent } of clusters) {
    onStep?.(name);
    const snapshot = parseSnapshot(JSON.stringify(sent));
    const cluster = await findOrCreateCluster(db, { organizationId, name, environment });
    const result = await ingestSnapshot(db, { organizationId, cluster, snapshot });
    if (days > 0) onStep?.(`${name}: history`);
    const history =
      days === 0
        ? null
        : await ingestHistory(db, {
            organizationId,
            cluster,
            stepSeconds,
            since: new Date(today - days * day_ms),
            snapshotAt: (time) => demoSnapshot(name, momentBefore(time)),
          });
    results.push({ cluster: name, ...result, history: history && describe(history) });
  }
  return results;
}

/** Another part of the step each time, so that what runs by the clock is not met always, or never. */
function momentBefore(end: Date): Date {
  const goldenRatio = 0.618_033_988_75;
  const step_ms = stepSeconds * 1000;
  const share = (Math.ceil(end.getTime() / step_ms) * goldenRatio) % 1;
  return new Date(end.getTime() - Math.floor(share * step_ms));
}

const describe = ({ from, to }: { from: number; to: number }) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});
