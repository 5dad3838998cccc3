import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { prepareMonths } from '../write/ledger/prepare-months.ts';
import { lockCluster } from '../write/lock-cluster.ts';
import { type ClusterPeriod, findClosedPeriods } from './closed-periods.ts';
import { rollUpPeriod } from './roll-up-period.ts';

export interface RollUpOptions {
  /** Of one organization alone; of all by default. */
  organizationId?: string | undefined;
  /** What is over by now; the present by default. */
  now?: Date | undefined;
  /** Ends it after the period that is being added up; the rest is done next time. */
  signal?: AbortSignal | undefined;
  /** Called with each period before it is added up, and how many there are. */
  onProgress?: ((period: ClusterPeriod, periods: number) => void) | undefined;
}

/**
 * Adds up the days of closed months, of quarters of months, and of what is over of the present quarter,
 * of which the ledger has no sums yet, each in a transaction of its own. Answers how many there were.
 * The days stay, and the sums are theirs exactly; what changes a day later deletes the sums that it is
 * in, which are made again by the next run.
 */
export async function rollUpLedger(
  db: Kysely<Warehouse>,
  { organizationId, now = new Date(), signal, onProgress }: RollUpOptions = {},
): Promise<number> {
  const periods = await findClosedPeriods(db, { organizationId, now });
  for (const period of periods) {
    signal?.throwIfAborted();
    onProgress?.(period, periods.length);
    await prepareMonths(db, {
      from: Date.parse(period.firstDay),
      to: Date.parse(period.lastDay),
    });
    // Whoever began to write before the period was closed has ended after this.
    await db.transaction().execute((tx) => lockCluster({ tx, ...period }));
    await db.transaction().execute((tx) => rollUpPeriod(tx, period));
  }
  return periods.length;
}
