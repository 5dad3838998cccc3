import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { lockCluster } from '../write/lock-cluster.ts';
import { planForBulk } from '../write/plan-for-bulk.ts';
import { retryDeadlocked } from '../write/retry-deadlocked.ts';
import { foldPending } from './pending-increments.ts';

/**
 * Adds what reports of a cluster have left pending to its hours and days, in a transaction: done
 * twice, or by two processes, it is done once. Answers of how many reports that was.
 */
export function foldCluster(
  db: Kysely<Warehouse>,
  cluster: { organizationId: string; clusterId: string },
): Promise<number> {
  return retryDeadlocked(() =>
    db.transaction().execute(async (tx) => {
      await lockCluster({ tx, ...cluster });
      await planForBulk(tx);
      return foldPending({ tx, ...cluster });
    }),
  );
}
