import {
  findOrCreateCluster,
  ingestHistory,
  ingestSnapshot,
  type IngestResult,
  parseSnapshot,
  retryDeadlocked,
  rollUpLedger,
  uuidV5,
} from '@costplane/ingest';
import { demoSnapshot, latestSnapshot, type DemoMember } from '@costplane/sample';
import { type CommandDatabase } from '../database/command-database.ts';
import { type Progress, type Step } from '../progress.ts';
import { inParallel } from './in-parallel.ts';
import { alikeDays, type LoadPlan } from './load-plan.ts';
import { recordDemoUsage } from './record-demo-usage.ts';

export type LoadedCluster = { cluster: string } & IngestResult & {
    /**
     * The period before the snapshot that was added to the ledger; null if it existed or was not
     * requested.
     */
    history: { from: string; to: string } | null;
  };

export interface LoadOptions {
  plan: LoadPlan;
  /** Days of history before today (UTC); 0 for none. */
  days: number;
  /** Time of the snapshots; default: now. */
  at?: Date;
  progress?: Progress;
}

const dayMs = 86_400_000;
const stepSeconds = 6 * 3600;

/** One is computed while the database writes the other. */
const clustersAtOnce = 2;

/** Loads clusters of a demo fleet into an organization. */
export async function loadDemoClusters(
  database: CommandDatabase,
  organizationId: string,
  clusters: readonly DemoMember[],
  { plan, days, at, progress }: LoadOptions,
): Promise<LoadedCluster[]> {
  const loaded = await inParallel(clustersAtOnce, clusters, async (member, index) => {
    const step = progress?.begin(member.name);
    const isMeasured = days > 0 && index < plan.measuredClusters;
    const loading = { database, organizationId, plan, days, at, isMeasured, step };
    const loaded = await loadCluster(member, loading);
    step?.end();
    return loaded;
  });
  await rollUpLedger(database.as('ingest'), { organizationId });
  return loaded;
}

interface Loading {
  database: CommandDatabase;
  organizationId: string;
  plan: LoadPlan;
  days: number;
  at: Date | undefined;
  isMeasured: boolean;
  step: Step | undefined;
}

/** Shares of the progress after the snapshot, and after the history, of a cluster. */
const snapshotShare = 0.1;
const historyShare = 0.8;

async function loadCluster(member: DemoMember, loading: Loading): Promise<LoadedCluster> {
  const { name, environment } = member;
  const { database, organizationId, days, at = new Date(), isMeasured, step } = loading;
  const db = database.as('ingest');
  const snapshot = parseSnapshot(JSON.stringify(latestSnapshot(member, at)));
  const id = uuidV5(organizationId, name);
  const cluster = await findOrCreateCluster(db, { organizationId, id, name, environment });
  const result = await ingestSnapshot(db, { organizationId, cluster, snapshot });
  const loaded = { cluster: name, ...result, history: null };
  if (days === 0) return loaded;

  step?.advance(snapshotShare, `${name}: history`);
  // Prepares months while the other cluster is written.
  const history = await retryDeadlocked(() => addHistory(member, cluster, loading));
  if (isMeasured) {
    step?.advance(snapshotShare + historyShare, `${name}: usage`);
    const clusterId = cluster.id;
    await recordDemoUsage(db, member, { organizationId, clusterId });
  }
  return { ...loaded, history: history && describe(history) };
}

function addHistory({ name }: DemoMember, cluster: { id: string }, loading: Loading) {
  const { database, organizationId, plan, days, step } = loading;
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  return ingestHistory(database.as('ingest'), {
    organizationId,
    cluster,
    stepSeconds,
    since: new Date(today - days * dayMs),
    snapshotAt: (time) => demoSnapshot(name, momentBefore(time)),
    alike: alikeDays(plan, { cluster: name, today }),
    ...(plan.detailDays !== null && { detailFrom: new Date(today - plan.detailDays * dayMs) }),
    onProgress: (share) => step?.advance(snapshotShare + historyShare * share),
  });
}

/** A different moment in each step, so that periodic workloads are not always or never sampled. */
function momentBefore(end: Date): Date {
  const goldenRatio = 0.618_033_988_75;
  const stepMs = stepSeconds * 1000;
  const share = (Math.ceil(end.getTime() / stepMs) * goldenRatio) % 1;
  return new Date(end.getTime() - Math.floor(share * stepMs));
}

const describe = ({ from, to }: { from: number; to: number }) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});
