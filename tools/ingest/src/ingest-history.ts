import type { Warehouse } from '@costplane/warehouse';
import { sql, type Kysely, type Transaction } from 'kysely';
import { accrue } from './accrue/accrue.ts';
import { mergeIncrements } from './accrue/increment.ts';
import { day_ms, splitInterval, type Interval } from './accrue/interval.ts';
import { describeAccounted, nothingStored } from './describe/snapshot.ts';
import type { Snapshot } from './snapshot-schema.ts';
import { areMonthsPrepared, prepareMonths } from './write/ledger/prepare-months.ts';
import { writeIncrement, type Descriptions } from './write/ledger/write-increment.ts';
import { lockCluster } from './write/lock-cluster.ts';
import { inCluster, type Scope } from './write/scope.ts';

export interface HistoryOptions {
  organizationId: string;
  cluster: { id: string };
  since: Date;
  /** How much time one snapshot accounts for. */
  stepSeconds: number;
  /** What the cluster was like at the moment. */
  snapshotAt: (time: Date) => Snapshot;
}

/**
 * Adds to the ledger what a cluster cost before the time that the ledger knows, up to that time
 * exactly; where it knows none, up to the newest snapshot. Owners are described as they are now,
 * and the state stays as it is, as does what the ledger says of the day that both have a part of. Answers the time that was added: null where the ledger goes back
 * far enough, or the cluster was never seen.
 */
export async function ingestHistory(
  db: Kysely<Warehouse>,
  options: HistoryOptions,
): Promise<Interval | null> {
  const { organizationId, cluster, since } = options;
  const takeIn = async (tx: Transaction<Warehouse>) => {
    const takenAt = since.toISOString();
    const scope: Scope = { tx, organizationId, clusterId: cluster.id, takenAt };
    await lockCluster(scope);
    const end = await findBeginning(scope);
    if (end === null || end <= since) return null;
    const interval = { from: since.getTime(), to: end.getTime() };
    if (!areMonthsPrepared(db, interval)) return { interval, isAdded: false };
    await addDays(scope, interval, options);
    return { interval, isAdded: true };
  };
  for (;;) {
    const found = await db.transaction().execute(takeIn);
    if (!found || found.isAdded) return found?.interval ?? null;
    await prepareMonths(db, found.interval);
  }
}

/** From when on the cluster is accounted for. */
async function findBeginning(scope: Scope): Promise<Date | null> {
  const { rows } = await sql<{ beginning: Date | null }>`
    select coalesce(
      (select min(lower(covered)) from cluster_hours as bill where ${inCluster(scope, 'bill')}),
      (select last_seen_at from clusters
        where organization_id = ${scope.organizationId}::uuid and id = ${scope.clusterId}::uuid)
    ) as beginning`.execute(scope.tx);
  return rows[0]?.beginning ?? null;
}

/** Day by day; the next is reckoned while the database takes one. */
async function addDays(scope: Scope, interval: Interval, options: HistoryOptions): Promise<void> {
  const descriptions: Descriptions = new Map();
  let adding = Promise.resolve();
  try {
    for (const day of splitInterval(interval, day_ms)) {
      const increment = accrueDay(day, options);
      await adding;
      adding = writeIncrement(scope, increment, { descriptions, isOlder: true });
    }
  } finally {
    // Not even a failure may end the transaction under it.
    await adding;
  }
}

function accrueDay(day: Interval, { cluster, stepSeconds, snapshotAt }: HistoryOptions) {
  const steps = splitInterval(day, stepSeconds * 1000);
  return mergeIncrements(
    steps.map(({ from, to }) =>
      accrue(describeAccounted(snapshotAt(new Date(to)), cluster.id), nothingStored, {
        clusterId: cluster.id,
        interval: { from, to },
      }),
    ),
  );
}
