import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { lockCluster } from '../write/lock-cluster.ts';
import { planForBulk } from '../write/plan-for-bulk.ts';
import { retryWithoutMonth } from '../write/ledger/prepare-months.ts';
import { retryDeadlocked } from '../write/retry-deadlocked.ts';
import { foldPending } from './pending-increments.ts';

/**
 * Adds the pending increments of a cluster to its hourly and daily rows, in one transaction.
 * Concurrent or repeated calls add them only once. Returns the number of reports.
 */
export function foldCluster(
  db: Kysely<Warehouse>,
  cluster: { organizationId: string; clusterId: string },
): Promise<number> {
  return retryWithoutMonth(db, cluster, () =>
    retryDeadlocked(() =>
      db.transaction().execute(async (tx) => {
        await lockCluster({ tx, ...cluster });
        await planForBulk(tx);
        return foldPending({ tx, ...cluster });
      }),
    ),
  );
}
